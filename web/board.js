// <damiera-board>: any board, drawn in SVG under a grid of buttons that fingers, mice, keys and screen readers share.
//
// It knows no rule. The page gives it squares, pieces and moves that the server named. It reports what a person tries
// in the event "try", several captures between the same squares as "fork". With `tool` set to "square" it only
// reports the squares that are tapped, in the event "square", and drags as "carry": for touching and for setting up.
import { t } from './texts.js';

/** @typedef {{ side: 'white' | 'black', king: boolean }} Piece */
/** @typedef {{ notation: string, from: number, to: number, captures: number[], promotes: boolean, routes: number[][] }} Legal */
/** @typedef {{ size: number, squares: [number, number, string][] }} Layout */

const SVG = 'http://www.w3.org/2000/svg';
const CELL = 100;
const RIM = 30;
const HOP = 200;

/** @param {string} name @param {Record<string, string | number>} attributes @param {Element} parent */
function draw(name, attributes, parent) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  parent.append(element);
  return element;
}

/** The pieces of a FEN, by square. @param {string} fen @returns {Map<number, Piece>} */
export function piecesOf(fen) {
  const pieces = new Map();
  for (const part of fen.split(':').slice(1)) {
    const side = part.startsWith('W') ? 'white' : 'black';
    for (const token of part.slice(1).split(',').filter(Boolean)) {
      const king = token.startsWith('K');
      pieces.set(Number(king ? token.slice(1) : token), { side, king });
    }
  }
  return pieces;
}

const still = matchMedia('(prefers-reduced-motion: reduce)');

export class DamieraBoard extends HTMLElement {
  /** @type {Layout} */ layout = { size: 8, squares: [] };
  /** @type {Map<number, Piece>} */ pieces = new Map();
  /** @type {Legal[]} */ legal = [];
  /** @type {number[]} */ chosen = [];
  /** @type {number[][]} */ paths = [];
  /** @type {number[][]} */ ways = [];
  /** @type {number[]} */ last = [];
  /** @type {number[]} */ taken = [];
  /** The squares of a move that is kept for the next turn. @type {number[]} */ planned = [];
  /** The side whose pieces may be taken up before their turn; anybody's if none is said. @type {string | null} */ ahead = null;
  /** @type {'play' | 'square'} */ tool = 'play';
  /** @type {string} */ coordinates = 'numbers';
  flipped = false;
  focused = 0;

  connectedCallback() {
    this.svg = /** @type {SVGSVGElement} */ (document.createElementNS(SVG, 'svg'));
    this.svg.setAttribute('aria-hidden', 'true');
    this.grid = document.createElement('div');
    this.grid.className = 'grid';
    this.grid.setAttribute('role', 'grid');
    this.grid.addEventListener('keydown', event => this.key(event));
    this.grid.addEventListener('pointerdown', event => this.grab(event));
    this.replaceChildren(this.svg, this.grid);
  }

  /** @param {Layout} layout */
  lay(layout) {
    this.layout = layout;
    this.focused ||= layout.squares.length;
    this.build();
  }

  turn() {
    this.flipped = !this.flipped;
    this.build();
    this.show();
  }

  /** Row and column as seen. @param {number} square */
  seen(square) {
    const [row, column] = this.layout.squares[square - 1] ?? [0, 0];
    const last = this.layout.size - 1;
    return this.flipped ? [last - row, last - column] : [row, column];
  }

  /** The middle of a square in the drawing. @param {number} square */
  middle(square) {
    const [row, column] = this.seen(square);
    return [RIM + CELL * (column + 0.5), RIM + CELL * (row + 0.5)];
  }

  /** Draws the empty board and makes its buttons. */
  build() {
    if (!this.svg || !this.grid) return;
    const svg = this.svg, { size, squares } = this.layout, side = CELL * size + 2 * RIM;
    svg.setAttribute('viewBox', `0 0 ${side} ${side}`);
    this.svg.replaceChildren();
    const defs = draw('defs', {}, this.svg);
    for (const colour of ['white', 'black']) {
      const gradient = draw('radialGradient', { id: `disc-${colour}`, cx: '38%', cy: '32%', r: '75%' }, defs);
      draw('stop', { offset: 0, class: `${colour}-a` }, gradient);
      draw('stop', { offset: 1, class: `${colour}-b` }, gradient);
    }
    draw('rect', { width: side, height: side, rx: 14, class: 'rim' }, this.svg);
    draw('rect', { x: RIM, y: RIM, width: CELL * size, height: CELL * size, class: 'light' }, this.svg);
    squares.forEach((_, index) => {
      const [x, y] = this.middle(index + 1);
      draw('rect', { x: x - CELL / 2, y: y - CELL / 2, width: CELL, height: CELL, class: 'dark' }, svg);
    });
    this.marks = draw('g', {}, this.svg);
    squares.forEach((_, index) => {
      const [x, y] = this.middle(index + 1);
      draw('text', { x: x - CELL / 2 + 6, y: y - CELL / 2 + 19, class: 'number' }, svg).textContent = this.name(index + 1);
    });
    this.discs = draw('g', {}, this.svg);
    this.over = draw('g', {}, this.svg);
    this.buttons();
  }

  /** What a square is called on the board. @param {number} square */
  name(square) {
    if (this.coordinates === 'none') return '';
    return this.coordinates === 'algebraic' ? this.layout.squares[square - 1][2] : String(square);
  }

  /** One button a playing square, in rows as seen. */
  buttons() {
    const { size, squares } = this.layout;
    this.grid?.replaceChildren();
    this.grid?.setAttribute('aria-label', t('board-label'));
    this.cells = new Map();
    const rows = Array.from({ length: size }, () => {
      const row = document.createElement('div');
      row.setAttribute('role', 'row');
      this.grid?.append(row);
      return row;
    });
    const order = squares.map((_, index) => index + 1).sort((a, b) => {
      const [ra, ca] = this.seen(a), [rb, cb] = this.seen(b);
      return ra - rb || ca - cb;
    });
    for (const square of order) {
      const [row, column] = this.seen(square);
      const cell = document.createElement('button');
      cell.type = 'button';
      cell.setAttribute('role', 'gridcell');
      cell.dataset.square = String(square);
      const share = 100 * CELL / (CELL * size + 2 * RIM), rim = 100 * RIM / (CELL * size + 2 * RIM);
      Object.assign(cell.style, {
        left: `${rim + share * column}%`, top: `${rim + share * row}%`, width: `${share}%`, height: `${share}%`,
      });
      cell.addEventListener('click', event => { if (event.detail === 0) this.pick(square); });
      rows[row].append(cell);
      this.cells.set(square, cell);
    }
  }

  /** Shows pieces, rings and paths as they are now. */
  show() {
    if (!this.marks || !this.discs || !this.over) return;
    this.marks.replaceChildren();
    this.over.replaceChildren();
    this.discs.replaceChildren();
    for (const square of new Set([this.last[0], this.last.at(-1)])) if (square) this.mark(square, 'last');
    if (this.last.length > 2) this.path(this.last, 'trail', this.marks);
    for (const square of this.taken) if (!this.pieces.has(square)) this.cross(square);
    const captures = this.legal.some(m => m.captures.length);
    const movable = new Set(this.legal.map(m => m.from));
    for (const [square, piece] of this.pieces) this.disc(square, piece, this.discs);
    if (captures && !this.hasAttribute('data-quiet')) for (const square of movable) this.ring(square, 'due');
    for (const square of this.chosen.slice(0, 1)) this.ring(square, 'chosen');
    if (this.chosen.length) for (const square of this.targets()) this.dot(square);
    for (const path of this.paths) this.path(path, 'way', this.over);
    for (const square of new Set(this.planned)) this.mark(square, 'planned');
    if (this.planned.length) this.path(this.planned, 'plan', this.over);
    this.ways.forEach((way, i) => this.way(way, i));
    this.label(movable, captures);
  }

  /** @param {Set<number>} movable @param {boolean} captures */
  label(movable, captures) {
    for (const [square, cell] of this.cells ?? []) {
      const piece = this.pieces.get(square);
      const words = [t('square-label', { square: this.coordinates === 'algebraic' ? this.name(square) : square }), piece ? t(`${piece.side}-${piece.king ? 'king' : 'man'}`) : t('square-empty')];
      if (movable.has(square)) words.push(t(captures ? 'can-capture' : 'can-move'));
      if (this.chosen[0] === square) words.push(t('chosen'));
      if (this.planned.includes(square)) words.push(t('planned'));
      cell.setAttribute('aria-label', words.join(', '));
      cell.tabIndex = square === this.focused ? 0 : -1;
    }
  }

  /** @param {number} square @param {string} kind */
  mark(square, kind) {
    const [x, y] = this.middle(square);
    draw('rect', { x: x - CELL / 2, y: y - CELL / 2, width: CELL, height: CELL, class: kind }, /** @type {Element} */ (this.marks));
  }

  /** @param {number} square @param {string} kind */
  ring(square, kind) {
    const [cx, cy] = this.middle(square);
    draw('circle', { cx, cy, r: 45, class: `ring ${kind}` }, /** @type {Element} */ (this.over));
  }

  /** @param {number} square */
  dot(square) {
    const [cx, cy] = this.middle(square);
    draw('circle', { cx, cy, r: 14, class: 'dot' }, /** @type {Element} */ (this.over));
  }

  /** @param {number[]} squares @param {string} kind @param {Element} parent */
  path(squares, kind, parent) {
    const points = squares.map(square => this.middle(square).join(' ')).join(' L');
    draw('path', { d: `M${points}`, class: kind }, parent);
  }

  /** One of several ways, with its number where it parts from the others. @param {number[]} squares @param {number} index */
  way(squares, index) {
    const over = /** @type {Element} */ (this.over);
    this.path(squares, `way way-${index % 4}`, over);
    const parts = squares.findIndex((square, i) => this.ways.some(way => way[i] !== square));
    const [x, y] = this.middle(squares[Math.max(parts, 1)] ?? squares[0]);
    draw('circle', { cx: x, cy: y, r: 24, class: 'badge' }, over);
    draw('text', { x, y: y + 11, class: 'badge-number' }, over).textContent = String(index + 1);
  }

  /** Where a piece was taken by the last move. @param {number} square */
  cross(square) {
    const [x, y] = this.middle(square);
    draw('path', { d: `M${x - 13} ${y - 13}l26 26m0-26l-26 26`, class: 'cross' }, /** @type {Element} */ (this.marks));
  }

  /** @param {number} square @param {Piece} piece @param {Element} parent */
  disc(square, piece, parent) {
    const [x, y] = this.middle(square);
    const group = draw('g', { class: `disc ${piece.side}`, transform: `translate(${x} ${y})`, 'data-square': square }, parent);
    for (const dy of piece.king ? [6, -6] : [0]) {
      draw('circle', { cy: dy, r: 38, class: 'body', fill: `url(#disc-${piece.side})` }, group);
      draw('circle', { cy: dy, r: 29, class: 'groove' }, group);
    }
    if (piece.king) draw('path', { d: 'M-17 1l-4-20 10 9L0-25l11 15 10-9-4 20z', class: 'crown' }, group);
    return group;
  }

  /** Squares where something chosen can be set down, midway or at the end. */
  targets() {
    const targets = new Set();
    for (const route of this.routes()) {
      targets.add(route[this.chosen.length]);
      targets.add(route.at(-1));
    }
    targets.delete(undefined);
    return targets;
  }

  /** Routes of the chosen piece that begin as chosen so far. */
  routes() {
    return this.legal.flatMap(m => m.routes).filter(route => this.chosen.every((square, i) => route[i] === square));
  }

  /** A square was tapped, clicked or entered. @param {number} square */
  pick(square) {
    this.focused = square;
    this.paths = [];
    this.ways = [];
    if (this.tool === 'square') {
      this.emit('square', square);
      return;
    }
    // Whatever is touched next, the plan is off: it is cancelled, or another is made.
    if (this.unplan() && !this.isOwn(square)) return;
    const piece = this.isOwn(square) && this.pieces.get(square);
    const begins = this.legal.some(m => m.from === square);
    if (!this.chosen.length || (begins && this.chosen.length === 1 && !this.targets().has(square))) {
      this.chosen = begins || piece ? [square] : [];
      if (this.chosen.length && this.chosen[0] === square) this.emit('chosen', square);
      this.show();
      return;
    }
    if (square === this.chosen[0] && !this.targets().has(square)) {
      this.chosen = [];
      this.show();
      return;
    }
    this.setDown(square);
  }

  /** Whether the piece on a square may be taken up now. @param {number} square */
  isOwn(square) {
    return !this.ahead || this.pieces.get(square)?.side === this.ahead;
  }

  /** Gives up the move that is kept for the next turn; says whether there was one. */
  unplan() {
    if (!this.planned.length) return false;
    this.planned = [];
    this.chosen = [];
    this.show();
    this.emit('unplan', null);
    return true;
  }

  /** @param {number} square */
  setDown(square) {
    const ends = this.legal.filter(m => m.from === this.chosen[0] && m.to === square
      && m.routes.some(route => this.chosen.every((chosen, i) => route[i] === chosen)));
    const goesBy = this.routes().filter(route => route[this.chosen.length] === square && route.length > this.chosen.length + 1);
    if (ends.length === 1 || (!goesBy.length && ends.length === 0)) {
      const squares = ends.length === 1 ? ends[0].notation : [...this.chosen, square].join('-');
      this.chosen = [];
      this.show();
      this.emit('try', squares);
    } else if (goesBy.length) {
      this.chosen = [...this.chosen, square];
      this.show();
    } else {
      this.emit('fork', ends);
    }
  }

  /** A try as people would write it: over somebody else's piece it is a capture. @param {string} notation */
  asTried(notation) {
    const [from, to, ...more] = notation.split('-').map(Number), piece = this.pieces.get(from);
    if (!piece || !to || more.length || !this.layout.squares[to - 1]) return notation;
    const [[row, column], [toRow, toColumn]] = [this.layout.squares[from - 1], this.layout.squares[to - 1]];
    const over = this.layout.squares.some(([r, c], i) => {
      const along = (r - row) / (toRow - row);
      return along > 0 && along < 1 && along === (c - column) / (toColumn - column) && (this.pieces.get(i + 1)?.side ?? piece.side) !== piece.side;
    });
    return over ? notation.replace('-', 'x') : notation;
  }

  /** @param {string} name @param {unknown} detail */
  emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  /** @param {PointerEvent} event */
  grab(event) {
    const square = this.squareAt(event);
    if (!square || event.button !== 0) return;
    event.preventDefault();
    this.grid?.classList.add('by-pointer');
    this.cells?.get(square)?.focus({ preventScroll: true });
    // Where squares are reported, a press on a piece may become a drag: what it was is known when it is let go.
    if (this.tool === 'square' && this.pieces.has(square)) return this.drag(event, square);
    const before = this.chosen.length;
    this.pick(square);
    if (this.tool === 'play' && !before && this.chosen[0] === square) this.drag(event, square);
  }

  /** Follows the finger, and sets the piece down where it is let go. @param {PointerEvent} start @param {number} from */
  drag(start, from) {
    const group = this.discs?.querySelector(`[data-square="${from}"]`);
    const place = /** @param {PointerEvent} event */ event => {
      const box = /** @type {SVGSVGElement} */ (this.svg).getBoundingClientRect();
      const scale = (CELL * this.layout.size + 2 * RIM) / box.width;
      group?.setAttribute('transform', `translate(${(event.clientX - box.left) * scale} ${(event.clientY - box.top) * scale})`);
    };
    const move = /** @param {PointerEvent} event */ event => {
      if (Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > 8) place(event);
    };
    const up = /** @param {PointerEvent} event */ event => {
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', up);
      removeEventListener('pointercancel', up);
      const to = this.squareAt(event);
      this.show();
      if (event.type !== 'pointerup') return;
      if (this.tool === 'square' && to !== from) this.emit('carry', { from, to });
      else if (this.tool === 'square' || (to && to !== from)) this.pick(to);
    };
    addEventListener('pointermove', move);
    addEventListener('pointerup', up);
    addEventListener('pointercancel', up);
  }

  /** @param {PointerEvent} event */
  squareAt(event) {
    const cell = document.elementsFromPoint(event.clientX, event.clientY).find(e => e instanceof HTMLElement && e.dataset.square);
    return cell instanceof HTMLElement ? Number(cell.dataset.square) : 0;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    this.grid?.classList.remove('by-pointer');
    const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    const step = steps[/** @type {keyof typeof steps} */ (event.key)];
    const last = this.layout.squares.length;
    let to = 0;
    if (step) to = this.neighbour(step[0], step[1]);
    else if (event.key === 'Home') to = this.flipped ? last : 1;
    else if (event.key === 'End') to = this.flipped ? 1 : last;
    else if (event.key === 'Escape') { this.unplan(); this.chosen = []; this.paths = []; this.ways = []; this.show(); return; } else return;
    event.preventDefault();
    if (!to) return;
    this.focused = to;
    this.show();
    this.cells?.get(to)?.focus();
  }

  /** The next playing square that way: straight on, or half a step aside where the squares alternate. @param {number} dr @param {number} dc */
  neighbour(dr, dc) {
    const [row, column] = this.seen(this.focused);
    const at = /** @param {number} r @param {number} c */ (r, c) =>
      this.layout.squares.findIndex((_, i) => { const [sr, sc] = this.seen(i + 1); return sr === r && sc === c; }) + 1;
    return dr ? at(row + dr, column + (row % 2 ? 1 : -1)) || at(row + dr, column + (row % 2 ? -1 : 1)) : at(row, column + 2 * dc);
  }

  /** Moves a piece along its way; what it takes stays until the end, then leaves. @param {number[]} route @param {number[]} taken */
  async hop(route, taken) {
    const disc = /** @param {number} square */ square => this.discs?.querySelector(`[data-square="${square}"]`);
    const group = disc(route[0]);
    if (!group || still.matches || route.length < 2) return;
    this.over?.replaceChildren();
    this.discs?.append(group);
    for (const [from, to] of route.slice(1).map((to, i) => [route[i], to])) {
      const [x0, y0] = this.middle(from), [x1, y1] = this.middle(to);
      await new Promise(done => {
        const begun = performance.now();
        const frame = /** @param {number} now */ now => {
          const part = Math.max(0, Math.min(1, (now - begun) / HOP)), ease = part * part * (3 - 2 * part);
          group.setAttribute('transform', `translate(${x0 + (x1 - x0) * ease} ${y0 + (y1 - y0) * ease})`);
          if (part < 1) requestAnimationFrame(frame); else done(undefined);
        };
        requestAnimationFrame(frame);
      });
    }
    for (const square of taken) disc(square)?.classList.add('leaving');
    if (taken.length) await new Promise(done => { setTimeout(done, 140); });
  }
}

customElements.define('damiera-board', DamieraBoard);
