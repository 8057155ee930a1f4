// <damiera-board>: any board, drawn in SVG under a grid of buttons that fingers, mice, keys and screen readers share.
//
// It knows no rule. The page gives it squares, pieces and moves that the server named, with `update`. It reports:
// - "try": a move that a person made, in writing. If it is legal, the board already shows it, until the page sends a new
//   position or takes it back with `undo`.
// - "fork": several moves that the last tap could mean. - "chosen": a piece was lifted. - "unplan": the kept move is given up.
// - With `tool: 'square'` only "square" (a square was tapped) and "carry" (a piece was dragged): for setting up.
import { canLift, tap, targets } from './board/choice.js';
import * as drawing from './board/drawing.js';
import { Geometry } from './board/geometry.js';
import { boardLabels, squareButtons } from './board/grid.js';
import { hop } from './board/motion.js';
import { followPointer } from './board/pointer.js';
import { drawPosition, standing } from './board/position.js';
import { t } from './texts.js';

/** @typedef {import('api').Legal} Legal */
/** @typedef {import('./fen.js').Piece} Piece */
/**
 * @typedef {object} BoardState
 * @property {import('api').Board} layout
 * @property {boolean} flipped Whether Black sits at the near side.
 * @property {string} coordinates What squares are called: "numbers", "algebraic" or "none".
 * @property {'play' | 'square'} tool
 * @property {Map<number, Piece>} pieces
 * @property {Legal[]} legal
 * @property {import('./board/choice.js').Mover} mover Whose pieces may be lifted.
 * @property {number[]} chosen The lifted piece's square, and where it has been set down so far.
 * @property {Legal | null} tried A legal move that is shown before the server has confirmed it.
 * @property {number[]} planned The squares of a move that is kept for the next turn.
 * @property {number[]} last The route of the last move.
 * @property {number[]} taken The squares where it took pieces.
 * @property {number[][]} paths Routes to point out.
 * @property {number[]} done The route of what was done against the rules.
 * @property {number[]} hint The route of the move that the engine prefers.
 * @property {number[][]} ways Alternative routes to choose from.
 * @property {number} focused The square with the tab stop.
 */

/**
 * @typedef {object} Step Something to show.
 * @property {boolean} arrives Whether it is a new position.
 * @property {() => import('./board/motion.js').Motion | null} begin Sets a piece in motion, if one is to be seen.
 * @property {() => void} end Shows what is there after it.
 * @property {() => void} seen Reports that it is shown.
 */

/** @type {BoardState} */
const EMPTY = {
  layout: { size: 8, squares: [] }, flipped: false, coordinates: 'numbers', tool: 'play', pieces: new Map(), legal: [],
  mover: 'any', chosen: [], tried: null, planned: [], last: [], taken: [], paths: [], done: [], hint: [], ways: [], focused: 0,
};

/** What a new position clears. */
export const CLEAR = { chosen: [], tried: null, paths: [], done: [], ways: [] };

export class DamieraBoard extends HTMLElement {
  #state = EMPTY;
  #geometry = new Geometry(EMPTY.layout, false);
  #svg = /** @type {SVGSVGElement} */ (document.createElementNS(drawing.SVG, 'svg'));
  #grid = document.createElement('div');
  /** @type {Map<number, HTMLButtonElement>} */ #cells = new Map();
  /** @type {drawing.Layers | null} */ #layers = null;
  /** What is yet to be shown, one after the other. @type {Step[]} */
  #steps = [];
  /** The piece in motion: nothing is redrawn until it has arrived. @type {import('./board/motion.js').Motion | null} */
  #motion = null;
  /** Squares that were tapped before the server had confirmed the last move. @type {number[]} */
  #early = [];

  connectedCallback() {
    this.#svg.setAttribute('aria-hidden', 'true');
    this.#grid.className = 'grid';
    this.#grid.setAttribute('role', 'grid');
    this.#grid.addEventListener('keydown', event => { this.#key(event); });
    followPointer(this, this.#grid);
    this.replaceChildren(this.#svg, this.#grid);
  }

  get state() { return this.#state; }
  get pieces() { return this.#state.pieces; }
  get legal() { return this.#state.legal; }
  get reportsSquares() { return this.#state.tool === 'square'; }

  /** Shows something else. @param {Partial<BoardState>} patch */
  update(patch) {
    const before = this.#state;
    this.#state = { ...before, ...patch };
    const { layout, flipped, coordinates } = this.#state;
    if (layout !== before.layout || flipped !== before.flipped || coordinates !== before.coordinates) this.#build();
    this.redraw();
  }

  /** Shows a position once the move that led to it has been seen. @param {{ path: number[], captures: number[] } | null | undefined} move @param {Partial<BoardState>} position @returns {Promise<void>} */
  arrive(move, position) {
    return this.#show({
      arrives: true,
      begin: () => {
        if (!move || this.#isTried(move)) return null;
        if (this.#state.tried) this.undo();
        // Nobody waits for a motion that another one follows already.
        return this.#steps.slice(1).some(({ arrives }) => arrives) ? null : this.#move(move.path, move.captures);
      },
      end: () => {
        this.update(position.pieces ? { ...CLEAR, chosen: this.#stillLifted(position), ...position } : position);
        if (move) for (const square of this.#early.splice(0)) this.tap(square);
      },
    });
  }

  /** @param {Omit<Step, 'seen'>} step @returns {Promise<void>} */
  #show(step) {
    return new Promise(seen => {
      this.#steps.push({ ...step, seen });
      if (this.#steps.length === 1) this.#advance();
    });
  }

  /** Shows the steps one by one, as far as no piece has to be waited for. */
  #advance() {
    for (let step = this.#steps[0]; step && !this.#motion; step = this.#steps[0]) {
      const motion = this.#motion = step.begin();
      if (motion) {
        motion.done.then(() => { if (this.#motion === motion) { this.#end(); this.#advance(); } });
        return;
      }
      this.#end();
    }
  }

  /** Ends the first step: what it leads to is shown. */
  #end() {
    this.#motion = null;
    const step = this.#steps.shift();
    step?.end();
    step?.seen();
  }

  /** Shows at once everything that is yet to be shown: whoever touches the board waits for no motion. */
  settle() {
    this.#motion?.stop();
    if (this.#motion) this.#end();
    while (this.#steps.length) {
      this.#steps[0].begin()?.stop();
      this.#end();
    }
  }

  /** The piece that was lifted before the opponent's had arrived, if it can be lifted in the new position too. @param {Partial<BoardState>} position */
  #stillLifted(position) {
    const { chosen, tried, pieces } = this.#state, next = { ...this.#state, ...position }, [square] = chosen;
    const isSame = chosen.length === 1 && !tried && pieces.get(square)?.side === next.pieces.get(square)?.side;
    return isSame && canLift(next, square) ? chosen : [];
  }

  /** Takes back a move that is shown but was not made. */
  undo() {
    this.forgetTaps();
    this.update({ chosen: [], tried: null, ways: [] });
  }

  /** Forgets what was tapped before the server had confirmed the last move: something was asked meanwhile. */
  forgetTaps() { this.#early = []; }

  /** @param {{ path: number[], captures: number[] }} move */
  #isTried({ path, captures }) {
    const { tried } = this.#state;
    return tried !== null && tried.from === path[0] && tried.to === path.at(-1) && captures.every(square => tried.captures.includes(square));
  }

  /** @param {number[]} route @param {number[]} captures */
  #move(route, captures) {
    this.#layers?.over.replaceChildren();
    return this.#layers && hop(this.#layers.discs, this.#geometry, route, captures);
  }

  #build() {
    const { layout, flipped, focused } = this.#state;
    this.#geometry = new Geometry(layout, flipped);
    this.#layers = drawing.drawEmptyBoard(this.#svg, this.#geometry, square => this.#nameOf(square));
    this.#cells = squareButtons(this.#grid, this.#geometry, square => { this.tap(square); });
    this.#state = { ...this.#state, focused: focused || layout.squares.length };
  }

  /** @param {number} square */
  #nameOf(square) {
    const { coordinates, layout } = this.#state;
    return coordinates === 'none' ? '' : coordinates === 'algebraic' ? layout.squares[square - 1][2] : String(square);
  }

  /** Draws pieces, rings and paths as they are now. */
  redraw() {
    if (!this.#layers || this.#motion) return;
    drawPosition(this.#layers, this.#geometry, this.#state, this.hasAttribute('data-quiet') ? 'quiet' : 'hints');
    boardLabels(this.#cells, { ...this.#state, pieces: standing(this.#state) }, square => this.isHeld(square));
  }

  /** Whether a press on this square holds a piece. @param {number} square */
  isHeld(square) {
    const { tool, pieces, chosen, tried } = this.#state;
    if (tool === 'square') return pieces.has(square);
    return !tried && (chosen.at(-1) === square || (canLift(this.#state, square) && !(chosen.length && targets(this.#state).has(square))));
  }

  /** @param {number} square */
  isChosen(square) { return this.#state.chosen.at(-1) === square; }

  /** Lifts a piece without setting down another. @param {number} square */
  lift(square) { if (!this.reportsSquares) this.tap(square); }

  /** A square was tapped, clicked or entered. @param {number} square */
  tap(square) {
    this.settle();
    this.focusSquare(square);
    if (this.reportsSquares) return this.#emit('square', square);
    if (this.#state.tried) { this.#early.push(square); return; }
    // Any touch gives up a kept move; a touch of one's own piece begins another.
    if (this.unplan() && !canLift(this.#state, square)) return;
    this.#take(tap(this.#state, square), 'hop');
  }

  /** A piece was dragged to a square, or off the board (0). @param {number} from @param {number} to */
  drop(from, to) {
    if (this.reportsSquares) this.#emit('carry', { from, to });
    else if (to && to !== from && this.#state.chosen.length) this.#take(tap(this.#state, to), 'stay');
    this.redraw();
  }

  /** Moves a held piece to a place on the screen. @param {number} square @param {number} clientX @param {number} clientY */
  carry(square, clientX, clientY) {
    const box = this.#svg.getBoundingClientRect(), scale = this.#geometry.extent / box.width;
    const disc = this.#layers?.discs.querySelector(`[data-square="${square}"]`);
    disc?.setAttribute('transform', `translate(${(clientX - box.left) * scale} ${(clientY - box.top) * scale})`);
  }

  /** @param {import('./board/choice.js').Tapped} tapped @param {'hop' | 'stay'} motion whether the piece has yet to be seen to move */
  #take({ chosen, tried, move, fork }, motion) {
    const from = this.#state.chosen.at(-1);
    this.update({ chosen, paths: [], done: [], ways: [] });
    if (fork) return this.#emit('fork', fork);
    if (!tried) { if (chosen.length) this.#emit('chosen', chosen[0]); return; }
    if (move) this.#showTried(move, from ?? move.from, motion);
    this.#emit('try', tried);
  }

  /** Shows a legal move at once. @param {Legal} move @param {number} from @param {'hop' | 'stay'} motion */
  #showTried(move, from, motion) {
    const route = move.routes.find(r => r.includes(from)) ?? move.routes[0];
    this.#state = { ...this.#state, tried: move };
    if (motion === 'stay') return this.redraw();
    this.#show({ arrives: false, begin: () => this.#move(route.slice(route.indexOf(from)), move.captures), end: () => { this.redraw(); } });
  }

  /** Plays one of the moves of a fork. @param {Legal} move */
  choose(move) {
    const from = this.#state.chosen.at(-1) ?? move.from;
    this.update({ chosen: [], ways: [] });
    this.#showTried(move, from, 'hop');
    this.#emit('try', move.notation);
  }

  /** Gives up the move that is kept for the next turn; says whether there was one. */
  unplan() {
    if (!this.#state.planned.length) return false;
    this.update({ planned: [], chosen: [] });
    this.#emit('unplan', null);
    return true;
  }

  /** The lifted piece and where it can be set down, for a screen reader. */
  describeChosen() {
    const square = this.#state.chosen.at(-1), name = square && this.#cells.get(square)?.ariaLabel;
    const to = [...targets(this.#state)].map(target => this.#nameOf(target) || String(target));
    if (this.#state.chosen.length > 1) return t('capture-goes-on', { text: to.join(', ') });
    return name ? [name, to.join(', ')].filter(Boolean).join(': ') : '';
  }

  /** A try as people would write it: over an opponent's piece it is a capture. @param {string} notation */
  asTried(notation) {
    const { pieces } = this.#state, [from, to, ...more] = notation.split('-').map(Number), piece = pieces.get(from);
    if (!piece || !to || more.length) return notation;
    const over = [...pieces].some(([square, other]) => other.side !== piece.side && this.#geometry.between(from, to, square));
    return over ? notation.replace('-', 'x') : notation;
  }

  /** @param {number} square */
  focusSquare(square) {
    this.#state = { ...this.#state, focused: square };
    this.#cells.get(square)?.focus({ preventScroll: true });
  }

  /** @param {string} name @param {unknown} detail */
  #emit(name, detail) { this.dispatchEvent(new CustomEvent(name, { detail })); }

  /** @param {KeyboardEvent} event */
  #key(event) {
    this.#grid.classList.remove('by-pointer');
    const { focused, layout, flipped } = this.#state, last = layout.squares.length;
    const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    if (event.key === 'Escape') { this.unplan(); this.update({ chosen: [], paths: [], done: [], ways: [] }); return; }
    const to = step ? this.#geometry.neighbour(focused, step[0], step[1])
      : event.key === 'Home' ? (flipped ? last : 1) : event.key === 'End' ? (flipped ? 1 : last) : null;
    if (to === null) return;
    event.preventDefault();
    if (!to) return;
    this.focusSquare(to);
    this.redraw();
  }
}

customElements.define('damiera-board', DamieraBoard);
