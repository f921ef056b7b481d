"use strict";
// The parts of the page, and what they tell each other.

class Page {
  constructor(data) {
    this.data = data;
    this.bytes = new Bytes(data);
    this.model = new Model(data);
    this.status = document.getElementById("status");
    this.details = new Details(this.bytes, this.model, data.spec, (path) => this.goTo(path));
    this.tree = new TreePane(this.model, (node) => this.chosen(node), {
      text: (gap) => this.leftOut(gap),
      fill: (gap) => this.fill(gap),
    });
    this.hex = new HexPane(this.bytes, this.model, (stream, position) => this.pointed(stream, position), (position) => this.hint(position));
    this.search = new Search(this);
    this.head();
    this.begin();
  }

  head() {
    const { name, title, streams, error, served } = this.data;
    document.getElementById("name").textContent = name;
    const size = streams[0].size;
    document.getElementById("about").textContent = [title, `${size.toLocaleString("en")} bytes`].filter(Boolean).join(" · ");
    const trouble = document.getElementById("trouble");
    const said = [];
    if (error) said.push(`The file could not be read to its end: ${error.text}`);
    if (!served && streams[0].held < size) {
      said.push(`Only the first ${streams[0].held.toLocaleString("en")} bytes are in this page; “quire view --serve” shows all, “--max-bytes” keeps more.`);
    }
    trouble.hidden = !said.length;
    trouble.classList.toggle("bad", Boolean(error));
    trouble.replaceChildren(...said.map((text) => part("", text, "span")));
    const theme = document.getElementById("theme");
    theme.addEventListener("click", () => {
      const root = document.documentElement;
      const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
      root.dataset.theme = dark ? "light" : "dark";
      this.hex.map.draw();
    });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.hex.map.draw());
  }

  /** Begin at the first thing that is wrong, or with the list of what is there. */
  begin() {
    const { root } = this.model;
    const wrong = this.data.error ? this.model.nearest(this.data.error.path) : null;
    if (!wrong) this.openFew(root, 32);
    this.tree.lay();
    this.tree.select(wrong || root);
    this.chosen(wrong || root);
    if (!wrong) this.tree.rows.go(0);
  }

  /** Open what there is room for, level by level. */
  openFew(root, room) {
    const way = [root];
    let lines = 1;
    for (let node = way.shift(); node; node = way.shift()) {
      const children = node.c || [];
      if (lines + children.length > room && node !== root) continue;
      lines += children.length;
      node.open = children.length > 0;
      way.push(...children);
    }
  }

  /** A line was chosen: its bytes, what is known of it, its line in the spec. */
  chosen(node, position) {
    for (const each of this.marked || []) each.inside = false;
    this.marked = [];
    for (let each = node.parent; each; each = each.parent) {
      each.inside = true;
      this.marked.push(each);
    }
    if (position === undefined) this.hex.show(node);
    else {
      this.hex.mark = node.parent && node.p ? node.p : null;
      this.hex.refresh();
    }
    this.details.show(node, position);
    this.tree.rows.draw();
    const where = node.p ? `, ${this.details.place(node.p)}` : "";
    this.status.textContent = `${this.model.path(node) || node.n}${node.t ? `, ${node.t}` : ""}${node.v ? `, ${node.v}` : ""}${where}`;
  }

  /** A byte was pointed at: its innermost line is chosen. */
  async pointed(stream, position) {
    let node = this.model.owner(stream, position);
    if (this.data.served && (!node || node.m || node.cut)) node = (await this.fetchAt(stream, position)) || node;
    if (!node || !node.parent) {
      this.hex.mark = null;
      this.hex.refresh();
      this.status.textContent = `${offset(position)}: no field has this byte`;
      this.details.bare(stream, position);
      return;
    }
    const shared = this.model.sharing(node, position); // each click goes on to the next
    node = shared[(shared.indexOf(this.tree.current) + 1) % shared.length];
    this.tree.select(node);
    this.chosen(node, position);
  }

  /** What a byte is of, for who points at it. */
  hint(position) {
    const keys = document.getElementById("keys");
    this.keys ||= keys.textContent;
    const node = position === null ? null : this.model.owner(this.hex.stream, position);
    const value = node && node.parent ? `${this.model.path(node)}  ${(node.e || node.v || "").slice(0, 60)}` : "no field";
    keys.textContent = position === null ? this.keys : `${offset(position)}  ${value}`;
  }

  goTo(path) {
    const node = this.model.at(path);
    if (!node) return;
    this.tree.select(node);
    this.chosen(node);
  }

  // -- what is not in the page ---------------------------------------------------------------

  leftOut(gap) {
    const number = gap.to === null ? "more below" : `${(gap.to - gap.from).toLocaleString("en")} more`;
    return this.data.served ? `… ${number}: show` : `… ${number}, not in this page: quire view --serve`;
  }

  async fill(gap) {
    if (!this.data.served) return;
    const end = gap.to === null ? "" : Math.min(gap.to, gap.from + SHOWN_AT_ONCE);
    const path = encodeURIComponent(this.model.path(gap.parent));
    this.status.textContent = "…";
    await this.fetched(`children?path=${path}&from=${gap.from}&to=${end}`);
    const first = (gap.parent.c || []).find((child) => child.index >= gap.from);
    this.tree.select(first || gap.parent);
    this.chosen(first || gap.parent);
  }

  async fetchAt(stream, position) {
    return this.fetched(`at?stream=${stream}&byte=${position}`);
  }

  /** Take in lines that the server has: those of one, or the way to a byte. */
  async fetched(question) {
    const answer = await fetch(question);
    if (!answer.ok) {
      this.status.textContent = `The server answered ${answer.status}`;
      return null;
    }
    const { ways, path, fields, streams } = await answer.json();
    this.model.fields.push(...fields.slice(this.model.fields.length));
    this.bytes.streams.push(...streams.slice(this.bytes.streams.length));
    this.hex.drawTabs();
    for (const way of ways) this.model.merge(this.model.nearest(way.path), way.lines);
    this.tree.lay();
    return this.model.nearest(path);
  }
}

/** The search box: fields, bytes, texts, offsets. */
class Search {
  constructor(page) {
    Object.assign(this, { page, hits: [], next: 0, asked: "" });
    this.query = document.getElementById("query");
    this.what = document.getElementById("what");
    this.found = document.getElementById("found");
    document.getElementById("search").addEventListener("submit", (event) => {
      event.preventDefault();
      this.step(1);
    });
    this.query.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && event.shiftKey) {
        event.preventDefault();
        this.step(-1);
      } else if (event.key === "Escape") {
        this.query.value = "";
        this.found.textContent = "";
        document.getElementById("tree").focus();
      }
    });
    document.addEventListener("keydown", (event) => {
      const typing = ["INPUT", "SELECT"].includes(document.activeElement.tagName);
      if (event.key === "/" && !typing) {
        event.preventDefault();
        this.query.focus();
        this.query.select();
      }
    });
  }

  async step(by) {
    const text = this.query.value.trim();
    if (!text) return;
    if (this.what.value === "fields") this.fields(text, by);
    else if (this.what.value === "offset") this.offset(text);
    else await this.inBytes(text);
  }

  fields(text, by) {
    if (text !== this.asked) {
      this.hits = this.page.model.search(text);
      this.next = by > 0 ? -1 : 0;
      this.asked = text;
    }
    if (!this.hits.length) {
      this.found.textContent = "nothing";
      return;
    }
    this.next = (this.next + by + this.hits.length) % this.hits.length;
    const node = this.hits[this.next];
    this.page.tree.select(node);
    this.page.chosen(node);
    this.found.textContent = `${this.next + 1} of ${this.hits.length}`;
  }

  offset(text) {
    const number = Number(text);
    const held = this.page.bytes.held(this.page.hex.stream);
    const good = Number.isInteger(number) && number >= 0 && number < held;
    this.found.textContent = good ? "" : `an offset is a number below ${held}, such as 0x1f`;
    if (good) this.page.hex.pick(number);
  }

  async inBytes(text) {
    const wanted = this.what.value === "hex" ? fromHex(text) : new TextEncoder().encode(this.query.value);
    if (!wanted) {
      this.found.textContent = "bytes are pairs of digits, such as 89 50 4e";
      return;
    }
    const { bytes, hex } = this.page;
    this.found.textContent = "…";
    let at = await bytes.find(hex.stream, wanted, hex.cursor + 1);
    if (at < 0) at = await bytes.find(hex.stream, wanted, 0);
    this.found.textContent = at < 0 ? "nothing" : `at ${offset(at)}`;
    if (at < 0) return;
    await this.page.pointed(hex.stream, at);
    hex.mark = [hex.stream, at, at + wanted.length];
    hex.goTo(at);
  }
}

/** Bytes as they are written in hexadecimal digits; null if they are not. */
function fromHex(text) {
  const digits = text.replace(/0x|[\s,]/gi, "");
  if (!/^(?:[0-9a-f]{2})+$/i.test(digits)) return null;
  return Uint8Array.from(digits.match(/../g), (pair) => parseInt(pair, 16));
}

window.page = new Page(JSON.parse(document.getElementById("data").textContent));
