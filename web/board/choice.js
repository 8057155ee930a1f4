// What a tap on a square means: a piece is lifted, a capture goes on, or a move is complete.
//
// No rule is applied here. The moves come from the server; a tap that fits none of them is passed on as a try, so that
// the server can say why it is not allowed.

/** @typedef {import('api').Legal} Legal */
/** @typedef {import('../fen.js').Piece} Piece */
/** @typedef {'white' | 'black' | 'any' | 'none'} Mover whose pieces may be lifted */
/** @typedef {{ pieces: Map<number, Piece>, legal: Legal[], chosen: number[], mover: Mover }} Choosing */
/** @typedef {{ chosen: number[], tried?: string, move?: Legal, fork?: Legal[] }} Tapped */

/** Whether the piece on a square may be lifted. @param {Choosing} state @param {number} square */
export function canLift({ pieces, mover }, square) {
  const piece = pieces.get(square);
  return piece !== undefined && (mover === 'any' || piece.side === mover);
}

/** Routes of legal moves that begin as chosen so far. @param {Choosing} state */
function routes({ legal, chosen }) {
  return legal.flatMap(m => m.routes).filter(route => begins(route, chosen));
}

/** @param {number[]} route @param {number[]} chosen */
const begins = (route, chosen) => chosen.every((square, i) => route[i] === square);

/** Squares where the lifted piece can be set down, midway or at the end. @param {Choosing} state */
export function targets(state) {
  const squares = new Set(routes(state).flatMap(route => [route[state.chosen.length], route[route.length - 1]]));
  squares.delete(/** @type {any} */ (undefined));
  return squares;
}

/** @param {Choosing} state @param {number} square @returns {Tapped} */
export function tap(state, square) {
  const { chosen } = state;
  if (chosen.length && targets(state).has(square)) return setDown(state, square);
  if (chosen.length === 1 && chosen[0] === square) return { chosen: [] };
  if (canLift(state, square)) return { chosen: [square] };
  if (!chosen.length) return { chosen: [] };
  return { chosen: [], tried: [...chosen, square].join('-') };
}

/** @param {Choosing} state @param {number} square @returns {Tapped} */
function setDown({ legal, chosen }, square) {
  const open = legal.filter(m => m.routes.some(route => begins(route, chosen)));
  const ends = open.filter(m => m.to === square);
  const passes = open.filter(m => m.to !== square && m.routes.some(route => begins(route, [...chosen, square])));
  if (!ends.length) return { chosen: [...chosen, square] };
  if (ends.length === 1 && !passes.length) return { chosen: [], tried: ends[0].notation, move: ends[0] };
  return { chosen, fork: [...ends, ...passes] };
}
