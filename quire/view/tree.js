"use strict";
// The tree: as in the ARIA Authoring Practices, with all lines in one list.

const SHOWN_AT_ONCE = 200; // elements that are asked for together

class TreePane {
  constructor(model, choose, more) {
    Object.assign(this, { model, choose, more, lines: [], current: model.root });
    this.element = document.getElementById("tree");
    this.rows = new Rows(this.element, 24, (row, i) => this.fill(row, i));
    this.element.addEventListener("click", (event) => this.clicked(event));
    this.element.addEventListener("keydown", (event) => this.pressed(event));
    model.root.open = true;
    this.lay();
  }

  /** The lines in sight, in their order: those of open ones, and what is left out of lists. */
  lay() {
    const lines = [];
    const way = [this.model.root];
    while (way.length) {
      const node = way.pop();
      lines.push(node);
      if (node.gap || !node.open) continue;
      const below = [];
      let next = 0;
      for (const child of node.c || []) {
        if (node.m && child.index > next) below.push(this.gap(node, next, child.index));
        below.push(child);
        next = child.index + 1;
      }
      if (node.m > next) below.push(this.gap(node, next, node.m));
      if (node.cut) below.push(this.gap(node, next, null));
      for (let i = below.length - 1; i >= 0; i--) way.push(below[i]);
    }
    this.lines = lines;
    lines.forEach((line, i) => (line.row = i));
    this.rows.resize(lines.length);
  }

  gap(node, from, to) {
    return { gap: true, parent: node, level: node.level + 1, from, to, id: `${node.id}-${from}`, index: from };
  }

  fill(row, i) {
    const line = this.lines[i];
    row.id = `line-${line.id}`;
    row.dataset.row = i;
    row.dataset.path = line.gap ? "" : this.model.path(line);
    row.setAttribute("role", "treeitem");
    row.setAttribute("aria-level", line.level + 1);
    row.setAttribute("aria-selected", line === this.current);
    const siblings = line.parent ? this.model.count(line.parent) : 1;
    row.setAttribute("aria-setsize", siblings);
    row.setAttribute("aria-posinset", line.index + 1);
    row.className = line.gap ? "row gap" : `row${line.e ? " wrong" : ""}${line.inside ? " inside" : ""}`;
    row.replaceChildren();
    const can = !line.gap && this.model.canOpen(line);
    if (can) row.setAttribute("aria-expanded", line.open);
    else row.removeAttribute("aria-expanded");
    const mark = part("mark", can ? (line.open ? "▾" : "▸") : "");
    mark.setAttribute("aria-hidden", "true");
    mark.style.marginInlineStart = `${line.level * 14}px`;
    row.append(mark);
    if (line.gap) row.append(part("more", this.more.text(line)));
    else row.append(...this.parts(line));
  }

  parts(line) {
    const made = [part("name", line.n)];
    if (line.t) made.push(part("type", line.t));
    if (line.e) made.push(part("cross", "✕"), part("value error", line.e));
    else made.push(part(`value ${line.k}`, line.v || this.summary(line)));
    return made;
  }

  /** What a closed record says of itself: its first plain values. */
  summary(line) {
    if (line.k !== "record" || line.open || !line.c) return "";
    const plain = line.c.filter((each) => ["number", "text", "enum"].includes(each.k) && each.v);
    return plain.slice(0, 3).map((each) => `${each.n} ${each.v.slice(0, 24)}`).join(" · ");
  }

  clicked(event) {
    const row = event.target.closest(".row");
    if (!row) return;
    const line = this.lines[Number(row.dataset.row)];
    if (event.target.classList.contains("mark") && !line.gap) this.toggle(line);
    else this.pick(line);
  }

  pick(line) {
    if (line.gap) {
      this.more.fill(line);
      return;
    }
    const again = line === this.current;
    this.select(line);
    this.choose(line);
    if (again || !line.open) this.toggle(line);
  }

  toggle(line) {
    if (!this.model.canOpen(line)) return;
    line.open = !line.open;
    if (line.open && line.cut && !(line.c || []).length) this.more.fill(this.gap(line, 0, null));
    this.lay();
    this.select(this.isInSight(this.current) ? this.current : line);
  }

  isInSight(line) {
    for (let each = line.parent; each; each = each.parent) if (!each.open) return false;
    return true;
  }

  /** Choose a line, and open what it is in. */
  select(line) {
    let closed = false;
    for (let each = line.parent; each; each = each.parent) {
      closed ||= !each.open;
      each.open = true;
    }
    this.current = line;
    if (closed) this.lay();
    this.element.setAttribute("aria-activedescendant", `line-${line.id}`);
    this.rows.show(line.row);
  }

  pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const line = this.current;
    const at = line.row;
    const move = (row) => {
      const next = this.lines[Math.max(0, Math.min(row, this.lines.length - 1))];
      this.select(next);
      if (!next.gap) this.choose(next);
    };
    const keys = {
      ArrowDown: () => move(at + 1),
      ArrowUp: () => move(at - 1),
      PageDown: () => move(at + this.rows.visible - 1),
      PageUp: () => move(at - this.rows.visible + 1),
      Home: () => move(0),
      End: () => move(this.lines.length - 1),
      ArrowRight: () => (line.gap ? this.more.fill(line) : line.open ? move(at + 1) : this.toggle(line)),
      ArrowLeft: () => (line.open && !line.gap ? this.toggle(line) : line.parent && move(line.parent.row)),
      Enter: () => (line.gap ? this.more.fill(line) : this.toggle(line)),
      " ": () => (line.gap ? this.more.fill(line) : this.toggle(line)),
      "*": () => this.openBeside(line),
    };
    if (keys[event.key]) keys[event.key]();
    else if (event.key.length !== 1 || event.key === "/" || !this.typed(event.key)) return;
    event.preventDefault();
  }

  openBeside(line) {
    for (const each of line.parent ? line.parent.c || [] : [line]) if (this.model.canOpen(each)) each.open = true;
    this.lay();
    this.select(line);
  }

  /** Go to the next line whose name begins with a letter. */
  typed(letter) {
    const turn = [...this.lines.slice(this.current.row + 1), ...this.lines.slice(0, this.current.row)];
    const next = turn.find((line) => !line.gap && line.n.replace(/^[@[]/, "").startsWith(letter.toLowerCase()));
    if (next) {
      this.select(next);
      this.choose(next);
    }
    return Boolean(next);
  }
}

/** An element with a text: the only way in which something of a file comes into the page. */
function part(name, text, tag = "span") {
  const element = document.createElement(tag);
  element.className = name;
  element.textContent = text;
  return element;
}
