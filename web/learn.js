// The ten rules: a board for each, judged by the server.
import { DamieraBoard, piecesOf } from './board.js';
import { showRuling } from './ruling.js';
import { t } from './texts.js';

const variant = document.getElementById('learn')?.dataset.variant;

/** @param {HTMLElement} section */
function lesson(section) {
  const board = /** @type {DamieraBoard | null} */ (section.querySelector('damiera-board'));
  if (!board) return;
  const card = /** @type {HTMLElement} */ (section.querySelector('.ruling'));
  /** @type {string[]} */ let moves = [];

  /** @param {string[]} tried */
  const ask = async tried => {
    const response = await fetch('/api/try', {
      method: 'POST', headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ variant, fen: board.dataset.fen, moves: tried }),
    }).catch(() => null);
    const answer = await response?.json();
    if (!response?.ok) {
      const move = tried.at(-1) ?? '';
      showRuling(card, response ? t('not-allowed', { move }) : t('offline'), answer?.text, answer?.article);
      board.paths = answer?.due ?? [];
      board.show();
      return;
    }
    const m = tried.length > moves.length ? board.legal.find(legal => legal.notation === tried.at(-1)) : null;
    moves = tried;
    board.paths = [];
    board.chosen = [];
    if (m) await board.hop(m.routes[0], m.captures);
    else if (!board.layout.squares.length) board.lay(answer.board);
    board.last = answer.last?.path ?? [];
    board.taken = answer.last?.captures ?? [];
    board.pieces = piecesOf(answer.view.fen);
    board.legal = answer.view.legal;
    board.show();
    const { end, counts: [count] } = answer.view;
    if (end) showRuling(card, t('right'), end.text, end.article);
    else if (tried.length) showRuling(card, t('right'), count ? count.text : t(`turn-${answer.view.turn}`), count?.article);
    else showRuling(card);
  };

  board.addEventListener('try', event => { ask([...moves, /** @type {CustomEvent} */ (event).detail]); });
  board.addEventListener('fork', event => { ask([...moves, /** @type {CustomEvent} */ (event).detail[0].notation]); });
  section.querySelector('.again')?.addEventListener('click', () => { ask([]); });
  ask([]);
}

for (const section of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.lesson'))) lesson(section);
