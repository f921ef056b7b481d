"use strict";
// Rows of one height, of which only those in sight are in the page.

const TALLEST = 8_000_000; // pixels that a browser scrolls over without trouble

class Rows {
  /**
   * @param {HTMLElement} scroller what scrolls
   * @param {number} height of a row, in pixels
   * @param {(row: HTMLElement, index: number) => void} fill what a row shows
   */
  constructor(scroller, height, fill) {
    Object.assign(this, { scroller, height, fill, count: 0, top: 0, pool: [] });
    this.space = document.createElement("div");
    this.space.className = "space";
    this.space.setAttribute("role", "presentation");
    this.sheet = document.createElement("div");
    this.sheet.className = "sheet";
    this.sheet.setAttribute("role", "presentation");
    scroller.append(this.space);
    this.space.append(this.sheet);
    scroller.addEventListener("scroll", () => this.scrolled());
    scroller.addEventListener("wheel", (event) => this.wheeled(event), { passive: false });
    new ResizeObserver(() => this.draw()).observe(scroller);
  }

  /** How many rows there are from now on. */
  resize(count) {
    this.count = count;
    this.tall = Math.min(count * this.height, TALLEST);
    this.space.style.height = `${this.tall}px`;
    this.draw();
  }

  get visible() {
    return Math.max(1, Math.floor(this.scroller.clientHeight / this.height));
  }

  /** Whether there are more rows than pixels: then the bar is coarse, and the wheel goes by rows. */
  get isCoarse() {
    return this.count * this.height > TALLEST;
  }

  get last() {
    return Math.max(0, this.count - this.visible);
  }

  scrolled() {
    const at = this.scroller.scrollTop;
    if (!this.isCoarse) this.top = Math.floor(at / this.height);
    else if (at !== this.own) {
      const most = Math.max(1, this.tall - this.scroller.clientHeight);
      this.top = Math.round((at / most) * this.last);
    }
    this.draw();
  }

  wheeled(event) {
    if (!this.isCoarse || event.ctrlKey) return;
    event.preventDefault();
    const step = event.deltaMode === 1 ? event.deltaY : event.deltaY / this.height;
    this.go(this.top + (Math.round(step) || Math.sign(step)));
  }

  /** Make a row the first one in sight. */
  go(row) {
    this.top = Math.max(0, Math.min(row, this.last));
    const most = Math.max(0, this.tall - this.scroller.clientHeight);
    this.scroller.scrollTop = this.isCoarse ? (this.top / Math.max(1, this.last)) * most : this.top * this.height;
    this.own = this.scroller.scrollTop;
    this.draw();
  }

  /** Scroll as little as is needed for a row to be in sight. */
  show(row) {
    const first = this.isCoarse ? this.top : Math.ceil(this.scroller.scrollTop / this.height);
    if (row < first || row >= first + this.visible) this.go(row - Math.floor(this.visible / 3));
    else this.draw();
  }

  draw() {
    if (!this.scroller.clientHeight) return;
    const first = Math.max(0, Math.min(this.top, this.count - 1));
    const number = Math.max(0, Math.min(this.visible + 2, this.count - first));
    while (this.pool.length < number) {
      const row = document.createElement("div");
      row.className = "row";
      this.sheet.append(row);
      this.pool.push(row);
    }
    const from = this.isCoarse ? this.scroller.scrollTop : first * this.height;
    this.sheet.style.transform = `translateY(${from}px)`;
    this.pool.forEach((row, i) => {
      row.hidden = i >= number;
      if (!row.hidden) this.fill(row, first + i);
    });
  }
}
