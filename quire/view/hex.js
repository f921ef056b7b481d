"use strict";
// The bytes: sixteen in a row, each in the colour of what it is, with the text beside.

const ACROSS = 16;

class HexPane {
  constructor(bytes, model, choose, hint) {
    Object.assign(this, { bytes, model, choose, hint, stream: 0, cursor: 0, mark: null });
    this.element = document.getElementById("hex");
    this.rows = new Rows(this.element, 22, (row, i) => this.fill(row, i));
    this.element.addEventListener("click", (event) => this.clicked(event));
    this.element.addEventListener("mouseover", (event) => this.hint(this.positionOf(event.target)));
    this.element.addEventListener("mouseleave", () => this.hint(null));
    this.element.addEventListener("keydown", (event) => this.pressed(event));
    this.tabs = document.getElementById("streams");
    this.map = new ByteMap(this);
    this.open(0);
  }

  /** Show the bytes of the file, or those that were unpacked somewhere. */
  open(stream) {
    this.stream = stream;
    this.cursor = 0;
    const size = this.bytes.held(stream);
    this.digits = Math.max(4, (size - 1).toString(16).length);
    this.element.setAttribute("aria-rowcount", Math.ceil(size / ACROSS));
    this.rows.resize(Math.ceil(size / ACROSS));
    this.drawTabs();
    this.map.draw();
  }

  drawTabs() {
    const all = this.bytes.streams;
    this.tabs.hidden = all.length < 2;
    this.tabs.replaceChildren(
      ...all.slice(0, 40).map((stream, i) => {
        const tab = part("tab", stream.name ? `unpacked: ${stream.name}` : "file", "button");
        tab.type = "button";
        tab.setAttribute("aria-pressed", i === this.stream);
        tab.addEventListener("click", () => this.open(i));
        return tab;
      }),
    );
  }

  /** Mark the bytes of a line, and scroll to them. */
  show(node) {
    this.mark = node.parent && node.p ? node.p : null; // the whole file is not marked
    if (node.p) {
      const [stream, start] = node.p;
      if (stream !== this.stream) this.open(stream);
      this.cursor = Math.min(start, Math.max(0, this.bytes.held(stream) - 1));
      this.rows.show(Math.floor(this.cursor / ACROSS));
    }
    this.refresh();
  }

  /** Mark one byte, and scroll to it. */
  goTo(position) {
    this.cursor = Math.max(0, Math.min(position, this.bytes.held(this.stream) - 1));
    this.rows.show(Math.floor(this.cursor / ACROSS));
    this.refresh();
  }

  refresh() {
    this.element.setAttribute("aria-activedescendant", `byte-${this.cursor}`);
    this.rows.draw();
    this.map.draw();
  }

  fill(row, i) {
    if (!row.cells) this.furnish(row);
    const start = i * ACROSS;
    const held = this.bytes.held(this.stream);
    row.setAttribute("aria-rowindex", i + 1);
    row.offset.textContent = start.toString(16).padStart(this.digits, "0");
    const again = () => this.later();
    let segment = null;
    for (let k = 0; k < ACROSS; k++) {
      const [cell, letter] = [row.cells[k], row.letters[k]];
      const position = start + k;
      if (position >= held) {
        cell.textContent = letter.textContent = cell.className = letter.className = "";
        cell.removeAttribute("id");
        continue;
      }
      if (!segment || position >= segment.end) segment = this.model.segment(this.stream, position);
      const byte = this.bytes.at(this.stream, position, again);
      cell.id = `byte-${position}`;
      cell.textContent = byte === undefined ? "··" : byte.toString(16).padStart(2, "0");
      letter.textContent = byte === undefined ? " " : byte > 32 && byte < 127 ? String.fromCharCode(byte) : byte === 32 ? " " : "·";
      const look = this.look(position, segment, byte);
      cell.className = `byte ${look}`;
      letter.className = `letter ${look}`;
    }
  }

  furnish(row) {
    row.setAttribute("role", "row");
    row.offset = part("offset", "");
    row.offset.setAttribute("role", "rowheader");
    const [numbers, text] = [part("numbers", ""), part("text", "")];
    numbers.setAttribute("role", "presentation");
    text.setAttribute("aria-hidden", "true");
    row.cells = [];
    row.letters = [];
    for (let k = 0; k < ACROSS; k++) {
      const [cell, letter] = [part("byte", ""), part("letter", "")];
      cell.setAttribute("role", "gridcell");
      cell.dataset.k = letter.dataset.k = k;
      row.cells.push(cell);
      row.letters.push(letter);
    }
    numbers.append(...row.cells);
    text.append(...row.letters);
    row.append(row.offset, numbers, text);
  }

  look(position, segment, byte) {
    const node = segment && segment.node;
    let look = node ? `of-${node.e ? "error" : node.k}` : "of-none";
    if (node && node.id % 2) look += " odd";
    if (byte === 0) look += " zero";
    const mark = this.mark;
    if (mark && mark[0] === this.stream && position >= mark[1] && position < mark[2]) {
      look += " marked";
      if (position === mark[1]) look += " first";
      if (position === mark[2] - 1) look += " last";
    }
    return position === this.cursor ? `${look} cursor` : look;
  }

  /** Draw again when bytes have come, once for all of them. */
  later() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.rows.draw();
    });
  }

  clicked(event) {
    const position = this.positionOf(event.target);
    if (position !== null) this.pick(position);
  }

  /** The byte that an element shows; null if it shows none. */
  positionOf(element) {
    const cell = element.closest("[data-k]");
    const row = element.closest(".row");
    if (!cell || !row || !cell.textContent) return null;
    return (Number(row.getAttribute("aria-rowindex")) - 1) * ACROSS + Number(cell.dataset.k);
  }

  pick(position) {
    this.goTo(position);
    this.choose(this.stream, this.cursor);
  }

  pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const page = this.rows.visible * ACROSS;
    const steps = {
      ArrowLeft: -1, ArrowRight: 1, ArrowUp: -ACROSS, ArrowDown: ACROSS, PageUp: -page, PageDown: page,
      Home: -(this.cursor % ACROSS), End: ACROSS - 1 - (this.cursor % ACROSS),
    };
    if (!(event.key in steps)) return;
    event.preventDefault();
    const next = this.cursor + steps[event.key];
    if (next >= 0 && next < this.bytes.held(this.stream)) this.pick(next);
  }
}

/** The whole file as a strip: which sort of value is where, and what is in sight. */
class ByteMap {
  constructor(pane) {
    this.pane = pane;
    this.canvas = document.getElementById("map");
    const jump = (event) => {
      if (!event.buttons) return;
      const part = event.offsetY / Math.max(1, this.canvas.clientHeight);
      pane.rows.go(Math.round(part * pane.rows.count - pane.rows.visible / 2));
    };
    this.canvas.addEventListener("pointerdown", jump);
    this.canvas.addEventListener("pointermove", jump);
    pane.element.addEventListener("scroll", () => this.later());
    new ResizeObserver(() => this.draw()).observe(this.canvas);
  }

  later() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.draw();
    });
  }

  draw() {
    const { canvas, pane } = this;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    const size = pane.bytes.held(pane.stream);
    if (!width || !height || !size) return;
    canvas.width = width;
    canvas.height = height;
    const context = canvas.getContext("2d");
    const style = getComputedStyle(document.documentElement);
    const colours = new Map();
    const colour = (name) => {
      if (!colours.has(name)) colours.set(name, style.getPropertyValue(`--map-${name}`));
      return colours.get(name);
    };
    for (let y = 0; y < height; y++) {
      const segment = pane.model.segment(pane.stream, Math.floor((y / height) * size));
      const node = segment && segment.node;
      context.fillStyle = colour(node ? (node.e ? "error" : node.k) : "none");
      context.fillRect(4, y, width - 4, 1);
    }
    const { mark } = pane;
    context.fillStyle = colour("mark");
    if (mark && mark[0] === pane.stream) {
      context.fillRect(0, (mark[1] / size) * height, 3, Math.max(2, ((mark[2] - mark[1]) / size) * height));
    }
    const rows = Math.max(1, pane.rows.count);
    context.strokeStyle = colour("mark");
    context.lineWidth = 1;
    const [top, tall] = [(pane.rows.top / rows) * height, (pane.rows.visible / rows) * height];
    if (tall < height) context.strokeRect(3.5, Math.round(top) + 0.5, width - 4, Math.max(4, Math.round(tall)));
  }
}
