"use strict";
// The bytes of the file, and of what was unpacked from it: out of the page, or from the server.

const PIECE = 1 << 18; // as in page.py

class Bytes {
  constructor(data) {
    this.streams = data.streams;
    this.served = data.served;
    this.pieces = new Map(); // "stream:start" -> Uint8Array, or a promise of one
    this.texts = new Map();
    for (const element of document.querySelectorAll("script.piece")) {
      this.texts.set(`${element.dataset.stream}:${element.dataset.start}`, element);
    }
  }

  size(stream) {
    return this.streams[stream].size;
  }

  /** How many of the first bytes can be shown. */
  held(stream) {
    return this.served ? this.size(stream) : this.streams[stream].held;
  }

  /** The byte at a position; undefined while it is not there yet (`then` is called later). */
  at(stream, position, then) {
    const start = position - (position % PIECE);
    const piece = this.pieces.get(`${stream}:${start}`);
    if (piece instanceof Uint8Array) return piece[position - start];
    if (position < this.held(stream)) this.piece(stream, start).then(then, () => {});
    return undefined;
  }

  /** The bytes from a start, which is a multiple of PIECE. */
  piece(stream, start) {
    const key = `${stream}:${start}`;
    const known = this.pieces.get(key);
    if (known !== undefined) return Promise.resolve(known);
    const coming = (this.served ? this.fetched(stream, start) : this.unpacked(key)).then(
      (bytes) => {
        this.pieces.set(key, bytes);
        if (this.served && this.pieces.size > 256) this.pieces.delete(this.pieces.keys().next().value);
        return bytes;
      },
      (error) => {
        this.pieces.delete(key);
        throw error;
      },
    );
    this.pieces.set(key, coming);
    return coming;
  }

  /** Some bytes, as far as they are there. */
  async range(stream, start, end) {
    const stop = Math.min(end, this.held(stream));
    const found = new Uint8Array(Math.max(0, stop - start));
    for (let at = start - (start % PIECE); at < stop; at += PIECE) {
      const piece = await this.piece(stream, at);
      const from = Math.max(start, at);
      found.set(piece.subarray(from - at, Math.min(stop - at, piece.length)), from - start);
    }
    return found;
  }

  /** Where some bytes come next, from a position on; -1 if they do not. */
  async find(stream, wanted, from) {
    const held = this.held(stream);
    for (let at = from - (from % PIECE); at < held; at += PIECE) {
      const bytes = await this.range(stream, at, Math.min(at + PIECE + wanted.length - 1, held));
      for (let i = Math.max(0, from - at); i + wanted.length <= bytes.length; i++) {
        let k = 0;
        while (k < wanted.length && bytes[i + k] === wanted[k]) k++;
        if (k === wanted.length) return at + i;
      }
    }
    return -1;
  }

  async unpacked(key) {
    const element = this.texts.get(key);
    const text = atob(element.textContent);
    const stored = Uint8Array.from(text, (character) => character.charCodeAt(0));
    if (element.dataset.packing === "none") return stored;
    const stream = new Blob([stored]).stream().pipeThrough(new DecompressionStream("deflate"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  }

  async fetched(stream, start) {
    const end = Math.min(start + PIECE, this.size(stream)) - 1;
    const answer = await fetch(`bytes/${stream}`, { headers: { Range: `bytes=${start}-${end}` } });
    if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
    return new Uint8Array(await answer.arrayBuffer());
  }
}
