"use strict";
// The lines of the tree: which is in which, and which one a byte belongs to.

class Model {
  constructor(data) {
    this.fields = data.fields;
    this.nodes = [];
    this.root = this.adopt(data.tree, null, 0);
    this.segments = [];
  }

  /** Take in a line and all below it. */
  adopt(node, parent, index) {
    const way = [[node, parent, index]];
    while (way.length) {
      const [each, holder, position] = way.pop();
      each.parent = holder;
      each.level = holder ? holder.level + 1 : 0;
      each.id = this.nodes.length;
      each.index = position; // among the children of its holder, of elements their number
      each.open = false;
      this.nodes.push(each);
      const children = each.c || [];
      for (let i = children.length - 1; i >= 0; i--) {
        const number = /^\[(\d+)\]$/.exec(children[i].n);
        way.push([children[i], each, number ? Number(number[1]) : i]);
      }
    }
    this.segments = [];
    return node;
  }

  /** Put lines below another one; those that are there already stay. */
  merge(holder, lines) {
    holder.c ||= [];
    const known = new Set(holder.c.map((child) => child.n));
    lines.forEach((line, i) => {
      const number = /^\[(\d+)\]$/.exec(line.n);
      if (!known.has(line.n)) holder.c.push(this.adopt(line, holder, number ? Number(number[1]) : i));
    });
    if (!holder.m) holder.cut = false;
    holder.c.sort((a, b) => a.index - b.index);
  }

  path(node) {
    let text = "";
    for (let each = node; each.parent; each = each.parent) {
      const name = each.n.replace(/^@/, "");
      text = name + (text && !text.startsWith("[") ? "." : "") + text;
    }
    return text;
  }

  at(path) {
    if (path === "_root") return this.root;
    return this.nodes.find((node) => node.parent && this.path(node) === path);
  }

  /** The line of a path, or of the longest part of it that is in the page. */
  nearest(path) {
    for (let way = path; way; way = way.replace(/(\.[^.[]*|\[[^[]*|^[^.[]*)$/, "")) {
      const found = this.at(way);
      if (found) return found;
    }
    return this.root;
  }

  /** How many children a line has, of which some may not be in the page. */
  count(node) {
    return node.m || (node.c ? node.c.length : 0);
  }

  canOpen(node) {
    return Boolean((node.c && node.c.length) || node.m || node.cut);
  }

  /** The innermost line that has a byte. */
  owner(stream, position) {
    const found = this.segment(stream, position);
    return found ? found.node : null;
  }

  /** The lines of fields of bits that share a byte, in the order of the file. */
  sharing(node, position) {
    if (!node || !node.p || node.p.length < 4 || !node.parent) return [node];
    return node.parent.c.filter((each) => each.p && each.p.length > 3 && each.p[1] <= position && position < each.p[2]);
  }

  /** From where to where all bytes are of the same line. */
  segment(stream, position) {
    const list = this.painted(stream);
    let low = 0;
    let high = list.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (list[middle].start <= position) low = middle;
      else high = middle - 1;
    }
    return list.length && list[low].start <= position ? list[low] : null;
  }

  /** The segments of a stream: large lines are painted first, and small ones over them. */
  painted(stream) {
    if (this.segments[stream]) return this.segments[stream];
    const there = this.nodes.filter((node) => node.p && node.p[0] === stream && node.p[2] > node.p[1]);
    const edges = [...new Set([0, ...there.flatMap((node) => [node.p[1], node.p[2]])])].sort((a, b) => a - b);
    const number = new Map(edges.map((edge, i) => [edge, i]));
    const owners = new Array(edges.length).fill(null);
    there.sort((a, b) => b.p[2] - b.p[1] - (a.p[2] - a.p[1]) || a.level - b.level);
    for (const node of there) owners.fill(node, number.get(node.p[1]), number.get(node.p[2]));
    const list = [];
    edges.forEach((start, i) => {
      if (!list.length || list[list.length - 1].node !== owners[i]) {
        list.push({ start, end: Infinity, node: owners[i] });
        if (list.length > 1) list[list.length - 2].end = start;
      }
    });
    this.segments[stream] = list;
    return list;
  }

  /** The lines that a text is in. */
  search(text) {
    const wanted = text.toLowerCase();
    const has = (part) => part !== undefined && part.toLowerCase().includes(wanted);
    const exact = wanted.includes(".") || wanted.includes("[");
    return this.nodes.filter(
      (node) =>
        node.parent &&
        (has(node.n) || has(node.t) || (node.v && node.k !== "list" && has(node.v)) || has(node.e) ||
          (exact && has(this.path(node)))),
    );
  }
}
