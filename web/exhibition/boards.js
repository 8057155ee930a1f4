// Small live boards of an exhibition, and what is said of each.
import { byId, make } from '../dom.js';
import { miniBoard } from '../mini-board.js';
import { inPageLanguage, t } from '../texts.js';

/** @typedef {import('api').Exhibition} Exhibition */
/** @typedef {import('api').ExhibitionBoard} ExhibitionBoard */

/** @type {Record<string, import('api').Board>} */
const layouts = JSON.parse(byId('layouts').textContent ?? '{}');

/** The points of a game, the host's first. @type {Record<string, string>} */
export const POINTS = { host: '2–0', draw: '1–1', player: '0–2', none: '*' };

/** A board from the host's side; covered while it is kept from the reader. @param {ExhibitionBoard} board */
export function drawBoard({ variant, fen, host, last }) {
  if (fen) return miniBoard(layouts[variant], fen, host === 'black');
  return make('span', { class: 'mini-covered', 'aria-hidden': 'true' }, last ?? '');
}

/** Whether two states of a board look the same. @param {ExhibitionBoard | undefined} one @param {ExhibitionBoard} other */
export const looksSame = (one, other) => one !== undefined && one.fen === other.fen && one.state === other.state
  && one.last === other.last && one.offer === other.offer && one.player === other.player && one.game === other.game;

/** The games from the host's side, in words. @param {Exhibition['score']} score */
export function scoreText(score) {
  const parts = [t('simul-won', { made: score.won }), t('simul-drawn', { made: score.drawn }), t('simul-lost', { made: score.lost }),
    ...(score.void ? [t('simul-void', { made: score.void })] : []), ...(score.playing ? [t('simul-playing', { made: score.playing })] : [])];
  return parts.join(' · ');
}

/** The score that some boards make. @param {ExhibitionBoard[]} boards @returns {Exhibition['score']} */
export function scoreOf(boards) {
  const count = /** @param {(board: ExhibitionBoard) => boolean} holds */ holds => boards.filter(holds).length;
  return {
    won: count(({ outcome }) => outcome === 'host'), drawn: count(({ outcome }) => outcome === 'draw'),
    lost: count(({ outcome }) => outcome === 'player'), void: count(({ outcome }) => outcome === 'none'),
    playing: count(({ state }) => state === 'host' || state === 'player'), waiting: count(({ state }) => state === 'host'),
  };
}

/**
 * Follows an exhibition: the whole of it whenever somebody joins or leaves, and each board that changes.
 * @param {string} id @param {{ exhibition: (next: Exhibition) => void, board: (next: ExhibitionBoard, now: number) => void }} hear
 */
export function followExhibition(id, hear) {
  const source = new EventSource(inPageLanguage(`/api/exhibitions/${id}/stream`));
  source.addEventListener('message', event => {
    /** @type {import('api').ExhibitionUpdate} */ const update = JSON.parse(event.data);
    if (update.type === 'exhibition') hear.exhibition(update.exhibition);
    else hear.board(update.board, update.now);
  });
  return source;
}
