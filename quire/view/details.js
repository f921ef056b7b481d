"use strict";
// What is known of the chosen line: its value, its place, its meaning, and where the spec says so.

const SORTS = [
  ["u1", "getUint8", 1], ["s1", "getInt8", 1], ["u2 le, be", "getUint16", 2], ["s2 le, be", "getInt16", 2],
  ["u4 le, be", "getUint32", 4], ["s4 le, be", "getInt32", 4], ["u8 le, be", "getBigUint64", 8],
  ["f4 le, be", "getFloat32", 4], ["f8 le, be", "getFloat64", 8],
];

class Details {
  constructor(bytes, model, spec, go) {
    Object.assign(this, { bytes, model, spec, go, file: -1 });
    this.element = document.getElementById("details");
    this.text = document.getElementById("spec");
    this.text.hidden = !spec.length;
  }

  /** Show a line; of an array the element, too, in which a byte stands. */
  show(node, position) {
    const field = this.model.fields[node.f];
    const title = part("title", "", "h2");
    title.append(breakable(this.model.path(node) || node.n), part("type", node.t || ""));
    const list = document.createElement("dl");
    const add = (name, ...values) => {
      const value = part("", "", "dd");
      value.append(...values);
      list.append(part("", name, "dt"), value);
    };
    if (node.e) add("Trouble", part("error", node.e));
    if (node.l) add("The same as", this.link(node.l));
    else if (node.v) add("Value", part(`value ${node.k}`, node.v));
    if (node.k === "number" && /^-?\d+$/.test(node.v)) add("Hexadecimal", part("value number", hex(BigInt(node.v))));
    if (node.p) add("Bytes", this.place(node.p));
    if (node.p && node.p.length > 3) add("Bits", `${node.p[3] % 8} to ${node.p[3] % 8 + node.p[4] - node.p[3] - 1} of these bytes`);
    if (field && field.doc) add("Meaning", field.doc);
    if (field) add("Field", `${field.id} of ${field.type}`);
    this.element.replaceChildren(title, ...(node.a ? this.array(node.a, node.n) : []), list);
    if (position !== undefined && node.a && node.a.code) this.elementAt(node, position, add);
    if (position !== undefined && node.p) this.asNumbers(node.p[0], position);
    this.element.scrollTop = 0;
    this.line(field);
  }

  /** A byte that no field has. */
  bare(stream, position) {
    this.element.replaceChildren(part("title", `Byte ${offset(position)}`, "h2"), part("note", "No field has this byte.", "p"));
    this.asNumbers(stream, position);
    this.line(null);
  }

  /** What the bytes from a position on would be as numbers of each sort. */
  async asNumbers(stream, position) {
    const shown = this.element.firstChild;
    const bytes = await this.bytes.range(stream, position, position + 8);
    if (shown !== this.element.firstChild) return; // another line was chosen meanwhile
    const view = new DataView(bytes.buffer);
    const table = part("numbers-table", "", "table");
    table.append(part("", `As numbers, from ${offset(position)} on`, "caption"));
    for (const [name, method, size] of SORTS) {
      if (size > bytes.length) continue;
      const row = document.createElement("tr");
      const values = size === 1 ? [view[method](0)] : [view[method](0, true), view[method](0, false)];
      row.append(part("", name, "th"), ...values.map((value) => part("value number", digits(value, size), "td")));
      table.append(row);
    }
    this.element.append(table);
  }

  link(path) {
    const button = part("link", path, "button");
    button.type = "button";
    button.addEventListener("click", () => this.go(path));
    return button;
  }

  place([stream, start, end]) {
    const where = stream ? ` unpacked from ${this.bytes.streams[stream].name}` : "";
    const size = end - start;
    if (!size) return `none, at ${offset(start)}${where}`;
    return `${offset(start)} to ${offset(end - 1)}, ${size.toLocaleString("en")} ${size === 1 ? "byte" : "bytes"}${where}`;
  }

  // -- arrays --------------------------------------------------------------------------------

  array(array, name) {
    const made = [];
    if (array.image) made.push(this.image(array.image, name));
    for (const curve of array.curves || []) made.push(this.curve(curve));
    if (array.counts) made.push(this.histogram(array));
    if (array.note) made.push(part("note", array.note, "p"));
    if (array.first) {
      const more = array.shape.reduce((a, b) => a * b, 1) > array.first.length ? " …" : "";
      made.push(part("numbers-list", array.first.join("  ") + more, "p"));
    }
    return made;
  }

  image({ w, h, channels, pixels }, name) {
    const canvas = part("image", "", "canvas");
    canvas.width = w;
    canvas.height = h;
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", `What ${name} looks like, ${w} by ${h} pixels`);
    const stored = atob(pixels);
    const data = new ImageData(w, h);
    for (let i = 0; i < w * h; i++) {
      for (let c = 0; c < 3; c++) data.data[4 * i + c] = stored.charCodeAt(i * channels + (channels > 2 ? c : 0));
      data.data[4 * i + 3] = channels === 4 ? stored.charCodeAt(i * 4 + 3) : 255;
    }
    canvas.getContext("2d").putImageData(data, 0, 0);
    const scale = Math.max(1, Math.min(Math.floor(320 / w), Math.floor(240 / h)));
    canvas.style.width = `${w * scale}px`;
    return canvas;
  }

  curve(points) {
    const [width, height] = [points.length, 60];
    const y = (value) => (height / 2) * (1 - 0.96 * value);
    const there = points.map(([, high], x) => `${x},${y(high).toFixed(1)}`);
    const back = points.map(([low], x) => `${x},${(y(low) + 0.6).toFixed(1)}`).reverse();
    const svg = drawing("svg", { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", class: "curve", role: "img", "aria-label": "The values as a curve" });
    svg.append(drawing("line", { x1: 0, x2: width, y1: height / 2, y2: height / 2 }));
    svg.append(drawing("polygon", { points: [...there, ...back].join(" ") }));
    return svg;
  }

  histogram({ counts, min, max, mean, odd, sampled }) {
    const figure = part("histogram", "", "figure");
    const most = Math.max(...counts, 1);
    const svg = drawing("svg", { viewBox: `0 0 ${counts.length} 40`, preserveAspectRatio: "none", role: "img", "aria-label": `How often values are there, from ${min} to ${max}` });
    counts.forEach((count, i) => {
      const tall = count ? Math.max(0.8, (count / most) * 40) : 0;
      svg.append(drawing("rect", { x: i + 0.06, y: 40 - tall, width: 0.88, height: tall }));
    });
    const words = [`mean ${mean}`, ...(odd ? [odd] : []), ...(sampled ? ["of a sample"] : [])];
    const caption = part("", "", "figcaption");
    caption.append(part("", min), part("dim", words.join(" · ")), part("", max));
    figure.append(svg, caption);
    return figure;
  }

  /** The element of an array that has a byte, read from the bytes themselves. */
  async elementAt(node, position, add) {
    const [order, kind, size] = [node.a.code[0], node.a.code[1], Number(node.a.code.slice(2))];
    const number = Math.floor((position - node.p[1]) / size);
    const start = node.p[1] + number * size;
    const bytes = await this.bytes.range(node.p[0], start, start + size);
    if (bytes.length < size) return;
    const names = { i: "Int", u: "Uint", f: "Float" };
    const name = `get${size === 8 && kind !== "f" ? "Big" : ""}${names[kind]}${size * 8}`;
    const view = new DataView(bytes.buffer);
    if (!(name in view)) return;
    let left = number;
    const indexes = [...node.a.shape].reverse().map((side) => {
      const index = left % side;
      left = Math.floor(left / side);
      return index;
    });
    add(`Element [${indexes.reverse().join(", ")}]`, part("value number", String(view[name](0, order !== ">"))));
  }

  // -- the spec ------------------------------------------------------------------------------

  line(field) {
    for (const each of this.text.querySelectorAll(".here")) each.classList.remove("here");
    if (!this.spec.length || (field && field.file === undefined)) return;
    const file = field ? field.file : Math.max(0, this.file);
    if (file !== this.file) this.open(file);
    if (!field) return;
    const lines = this.text.querySelectorAll(".spec-line");
    for (let i = field.first; i <= field.last && i <= lines.length; i++) lines[i - 1].classList.add("here");
    const first = lines[field.first - 1];
    if (first) this.text.scrollTop = first.offsetTop - this.text.clientHeight / 3;
  }

  open(file) {
    this.file = file;
    const { name, text } = this.spec[file];
    const lines = text.split("\n").map((line, i) => {
      const made = part("spec-line", "", "div");
      const number = part("number", String(i + 1));
      number.setAttribute("aria-hidden", "true");
      made.append(number, ...coloured(line));
      return made;
    });
    this.text.replaceChildren(part("spec-name", name, "h2"), ...lines);
  }
}

/** A line of YAML in colours: keys, comments and the rest. */
function coloured(line) {
  const found = /^(\s*(?:- )?(?:\{)?)([\w-]+)(:)(.*)$/.exec(line);
  const [, before, key, colon, rest] = found || ["", "", "", "", line];
  const comment = /(^|\s)#.*$/.exec(rest);
  const plain = comment ? rest.slice(0, comment.index) : rest;
  const made = [document.createTextNode(before), part("yaml-key", key), document.createTextNode(colon + plain)];
  if (comment) made.push(part("yaml-comment", comment[0]));
  return made;
}

/** A path that a line may end in, behind each dot. */
function breakable(path) {
  const made = part("path", "");
  path.split(/(?<=\.)/).forEach((step) => made.append(step, document.createElement("wbr")));
  return made;
}

function drawing(name, attributes) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

/** A number; of a float as many digits as it has. */
function digits(value, size) {
  const isFloat = typeof value === "number" && Number.isFinite(value) && !Number.isInteger(value);
  return String(isFloat ? Number(value.toPrecision(size === 4 ? 7 : 12)) : value);
}

function offset(number) {
  return `0x${number.toString(16)}`;
}

function hex(number) {
  return number < 0n ? `-0x${(-number).toString(16)}` : `0x${number.toString(16)}`;
}
