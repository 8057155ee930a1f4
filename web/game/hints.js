// Help against the engine at its low levels, for those who want it: a hint on request, and a warning before a move that loses a
// piece. What is good or bad is the engine's word; this only asks and shows.
import { addressOf } from '../api.js';
import { setting } from '../settings.js';
import { isOwn, isShared } from './model.js';

/** @typedef {import('./model.js').GameState} GameState */
/** @typedef {import('api').Findings} Findings */

/** The highest level at which help is offered. */
const HIGHEST = 4;
/** Men that a move may cost without a warning. */
const LOSS = 0.8;
/** A search this deep is good enough, and one that takes this many milliseconds is not waited for. */
const DEPTH = 9, PATIENCE = 2500;
/** Searches that were not as deep as this, on a busy server, are not compared. */
const SHALLOW = 5;

/** Whether help is offered in this game. @param {GameState} state */
export function isHelped(state) {
  const { game } = state;
  if (!game || game.concealed || !setting('hints') || isShared(state)) return false;
  return [game.seats.white, game.seats.black].some(seat => seat.kind === 'engine' && seat.level <= HIGHEST);
}

/** What the engine finds in a position after a while. @param {string} variant @param {string} fen @param {string} moves @param {1 | 3} lines @returns {Promise<Findings | null>} */
function search(variant, fen, moves, lines) {
  return new Promise(found => {
    const stream = new EventSource(addressOf('GET /api/analysis', { query: { game: variant, fen, moves, lines } }));
    /** @type {Findings | null} */ let last = null;
    const end = () => { clearTimeout(timer); stream.close(); found(last); };
    const timer = setTimeout(end, PATIENCE);
    stream.onmessage = event => {
      /** @type {Findings} */ const findings = JSON.parse(event.data);
      if (findings.lines.length) last = findings;
      if (findings.done || findings.depth >= DEPTH) end();
    };
    stream.onerror = end;
  });
}

/** The first move of the best line, as squares and in writing. @param {GameState} state */
export async function hint({ game }) {
  const found = game && await search(game.view.variant, game.view.fen, '', 1), line = found?.lines[0];
  return line ? { squares: line.squares, notation: line.moves[0] ?? '' } : null;
}

/** Whether a move costs about a man or more compared with the best one. @param {GameState} state @param {string} notation */
export async function isCostly(state, notation) {
  const { game } = state;
  if (!game || !isHelped(state) || game.view.legal.length < 2 || !isOwn(state, game.view.turn)) return false;
  const { variant, fen, turn } = game.view;
  const [best, made] = await Promise.all([search(variant, fen, '', 1), search(variant, fen, notation, 1)]);
  const [good, bad] = [best?.lines[0], made?.lines[0]];
  if (!good || !bad || good.moves[0] === notation) return false;
  if ([best, made].some(found => !found?.done && (found?.depth ?? 0) < SHALLOW)) return false;
  const forUs = turn === 'white' ? 1 : -1;
  if (bad.winner && bad.winner !== turn && good.winner !== bad.winner) return true;
  return forUs * (good.men - bad.men) >= LOSS;
}
