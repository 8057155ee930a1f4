// The lessons: a board for each rule, judged by the server.
import { call } from './api.js';
import { DamieraBoard } from './board.js';
import { onCustom } from './dom.js';
import { piecesOf } from './fen.js';
import { showRuling } from './ruling.js';
import { createState } from './state.js';
import { t } from './texts.js';

/** @typedef {import('./ruling.js').Ruling} Ruling */
/** @typedef {{ moves: string[], reached: import('api').Tried | null, ruling: Ruling | null }} LessonState */

const variant = document.getElementById('learn')?.dataset.variant ?? '';

/** What is said of a position that a try has led to. @param {import('api').Tried} reached @returns {Ruling} */
function praise({ view: { end, counts, turn } }) {
  const said = end ?? counts[0] ?? { text: t(`turn-${turn}`), article: null };
  return { title: t('right'), text: said.text, article: said.article, kind: 'right' };
}

/** @param {HTMLElement} section @param {DamieraBoard} board */
function lesson(section, board) {
  const fen = board.dataset.fen ?? '', card = /** @type {HTMLElement} */ (section.querySelector('.ruling'));
  /** @type {LessonState} */ const initial = { moves: [], reached: null, ruling: null };
  const state = createState(initial);

  /** @param {string[]} moves */
  const attempt = async moves => {
    const asked = await call('POST /api/try', { body: { variant, fen, moves } });
    if (asked.ok) return state.update({ moves, reached: asked.answer, ruling: moves.length ? praise(asked.answer) : null });
    const { text, article, due } = asked.problem;
    board.undo();
    board.update({ paths: due ?? [] });
    return state.update({ ruling: { title: t('not-allowed', { move: moves.at(-1) ?? '' }), text, article, kind: 'refused' } });
  };

  let made = 0;
  state.follow(['reached'], ({ reached, moves }) => {
    if (!reached) return;
    const { view, last } = reached, isNext = moves.length === made + 1;
    made = moves.length;
    if (!board.state.layout.squares.length) board.update({ layout: reached.board });
    board.arrive(isNext ? last : null, {
      pieces: piecesOf(view.fen), last: last?.path ?? [], taken: last?.captures ?? [], legal: view.legal, mover: view.end ? 'none' : view.turn,
    });
  });
  state.follow(['ruling'], ({ ruling }) => { showRuling(card, ruling); });

  onCustom(board, 'try', notation => { attempt([...state.current.moves, /** @type {string} */ (notation)]); });
  onCustom(board, 'fork', moves => { board.choose(/** @type {import('api').Legal[]} */ (moves)[0]); });
  section.querySelector('.again')?.addEventListener('click', () => { attempt([]); });
  attempt([]);
}

for (const section of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.lesson'))) {
  const board = section.querySelector('damiera-board');
  if (board instanceof DamieraBoard) lesson(section, board);
}
