// The state of the game page, and questions about it.
import { setting } from '../settings.js';

/** @typedef {import('api').Game} Game */
/** @typedef {import('api').Side} Side */
/** @typedef {import('../ruling.js').Ruling} Ruling */
/** @typedef {{ text: string, choices: HTMLElement[] }} Question something to choose, with its buttons */
/**
 * @typedef {object} GameState
 * @property {string} id
 * @property {Side | null} near The side the address asks to sit at the near side of the board.
 * @property {Game | null} game The game as the server last sent it.
 * @property {import('api').View['clocks']} clocks
 * @property {number} received When the clocks were read, by this computer's clock.
 * @property {Side[]} sides The sides we may act for.
 * @property {import('api').Told & { type: 'presence' } | null} presence Who is connected.
 * @property {Side | null} rematchBy Who offers another game.
 * @property {number | null} viewed The ply one looks back at; null for the present.
 * @property {boolean} resigning Whether the question about resigning is open.
 * @property {Ruling | null} ruling
 * @property {Question | null} question
 * @property {HTMLElement | null} focused What had the focus when the question was asked; it gets it back.
 * @property {'up' | 'down' | null} link The connection; null before it was first made.
 * @property {number} heard When the server was last heard before the connection was lost.
 * @property {string} unsent Moves that wait for the connection.
 * @property {boolean} flipped
 * @property {string} coordinates
 * @property {number[]} planned The squares of the move that is kept for the next turn.
 * @property {string} tool What a tap means at the arbiter's table.
 * @property {Side | ''} actor Whom the arbiter enters something for; empty for the side to move.
 * @property {string} palette What the arbiter puts down when setting up the board.
 * @property {Ruling | null} verdict What the set-up would be judged as.
 * @property {import('api').Ruling[]} rulings What the arbiter has decided so far.
 * @property {import('api').ChatLine[]} chat Messages between the players.
 * @property {boolean} chatOn Whether they are shown.
 * @property {string} chatProblem Why a message was not sent.
 * @property {number} unread Messages that came while they were folded away.
 * @property {string} notation How moves are written.
 * @property {import('api').Consultation | null} consult What one's side proposes, if several people hold it.
 * @property {boolean} consulting Whether it is the turn of that side.
 * @property {boolean} consultAsked Whether it is known if one holds a side with others.
 * @property {number} consultChanges How often the server has said that its proposals have changed.
 */

/** @param {string} id @returns {GameState} */
export function initialState(id) {
  const near = new URLSearchParams(location.search).get('side');
  return {
    id, near: near === 'white' || near === 'black' ? near : null, game: null, clocks: [null, null], received: 0, sides: [], presence: null, rematchBy: null,
    viewed: null, resigning: false, ruling: null, question: null, focused: null, link: null, heard: 0, unsent: '', flipped: false,
    coordinates: setting('coordinates'), planned: [], tool: 'move', actor: '', palette: 'move', verdict: null, rulings: [],
    chat: [], chatOn: setting('chat') !== '', chatProblem: '', unread: 0, notation: setting('notation'), consult: null, consulting: false, consultAsked: false, consultChanges: 0,
  };
}

/**
 * What changes when a question is asked: what has the focus now gets it back, unless it is a choice of the question before.
 * @param {Pick<GameState, 'question' | 'focused'>} state @param {Question} question @returns {Pick<GameState, 'question' | 'focused'>}
 */
export function asking(state, question) {
  const now = document.activeElement, isChoice = state.question?.choices.some(choice => choice === now);
  return { question, focused: isChoice ? state.focused : now instanceof HTMLElement ? now : null };
}

/** @param {Side} side @returns {Side} */
export const other = side => (side === 'white' ? 'black' : 'white');

/** Whether a person here plays a side. @param {GameState} state @param {Side} side */
export const isOwn = ({ game, sides }, side) => game?.seats[side].kind === 'person' && sides.includes(side);

/** Whether it is the turn of a side that one holds, alone or with others. @param {GameState} state */
export const isOwnTurn = state => Boolean(state.game) && (isOwn(state, /** @type {Game} */ (state.game).view.turn) || state.consult?.side === state.game?.view.turn);

/** Whether one only watches; while that is not known, one does not. @param {GameState} state */
export const isWatching = ({ game, sides, consult, consultAsked }) => !sides.length && !consult && (consultAsked || !game?.consultation);

/** Whether a person elsewhere plays a side. @param {GameState} state @param {Side} side */
export const isRemote = ({ game, sides }, side) => game?.seats[side].kind === 'person' && !sides.includes(side);

/** Whether both sides are played here. @param {GameState} state */
export const isShared = state => isOwn(state, 'white') && isOwn(state, 'black');

/** The side that sits at the near side of the board. @param {GameState} state @returns {Side} */
export const ownSide = state => state.near ?? (isOwn(state, 'white') || !isOwn(state, 'black') ? 'white' : 'black');

/** Whom the next entry is for. @param {GameState} state @returns {Side} */
export const actingSide = state => (state.game?.table && state.actor) || (state.game?.view.turn ?? 'white');

/** A move as the reader writes squares. @param {GameState} state @param {string} notation */
export function written({ game, notation: style }, notation) {
  if (style !== 'algebraic' || notation.includes(':')) return notation;
  return notation.replace(/\d+/g, number => game?.board.squares[Number(number) - 1]?.[2] ?? number);
}

/** The squares of a move in writing. @param {GameState} state @param {string} notation @returns {number[]} */
export function squaresOf({ game }, notation) {
  const number = /** @param {string} name */ name =>
    Number(name) || (game?.board.squares.findIndex(([, , algebraic]) => algebraic === name.toLowerCase()) ?? -1) + 1;
  return notation.split(/[-x:]/).map(name => number(name.trim())).filter(Boolean);
}

/** Plies played so far. @param {GameState} state */
export const plies = state => state.game?.view.moves.length ?? 0;
