"""Files that were read and changed: what was changed is found, made anew, and read back.

`revision` is where a writing begins, and what all rooms come together in. A record is compared with
its source, which is read again (`comparing`); each record is paired with its twin, which is what is
read in its place (`pairing`). If nothing has to move, the parts that have changed are made anew
where they stood (`making`), or what stands behind them moves (`moving`); else the whole is laid
out (`quire.runtime.writing`). Instances at positions are looked after on the way (`instances`). The
result is read before anybody gets it (`read_back`), or written into the file itself (`patching`).
"""
