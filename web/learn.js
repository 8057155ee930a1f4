// The lessons: a board for each rule, judged by the server.
import { DamieraBoard } from './board.js';
import { showRuling } from './ruling.js';
import { t } from './texts.js';
import { tryBoard } from './try-board.js';

/** @typedef {import('api').Tried} Tried */

const variant = document.getElementById('learn')?.dataset.variant ?? '';

/** What is said of a position that a try has led to. @param {Tried} reached @returns {import('./ruling.js').Ruling} */
function praise({ view: { end, counts, turn } }) {
  const said = end ?? counts[0] ?? { text: t(`turn-${turn}`), article: null };
  return { title: t('right'), text: said.text, article: said.article, kind: 'right' };
}

/** @param {HTMLElement} section @param {DamieraBoard} board */
function lesson(section, board) {
  const card = /** @type {HTMLElement} */ (section.querySelector('.ruling'));
  /** The position comes with the page: nobody waits for the pieces. @type {Tried | undefined} */
  const begin = JSON.parse(section.querySelector('.begin')?.textContent || 'null') ?? undefined;
  const again = tryBoard(board, {
    variant, fen: board.dataset.fen, begin,
    played: (moves, reached) => { showRuling(card, moves.length ? praise(reached) : null); },
    refused: (move, { text, article }) => { showRuling(card, { title: t('not-allowed', { move }), text, article, kind: 'refused' }); },
  });
  section.querySelector('.again')?.addEventListener('click', again);
}

for (const section of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.lesson'))) {
  const board = section.querySelector('damiera-board');
  if (board instanceof DamieraBoard) lesson(section, board);
}
