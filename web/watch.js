// The games being played now, each as a small board that follows the game.
import { call } from './api.js';
import { byId, make } from './dom.js';
import { miniBoard } from './mini-board.js';
import { createState } from './state.js';
import { t } from './texts.js';

/** @typedef {import('api').LiveList} LiveList */
/** @typedef {import('api').LiveGame} LiveGame */

/** Milliseconds between two looks at the list. */
const REFRESH = 4000;

/** @type {Record<string, import('api').Board>} */
const boards = JSON.parse(byId('boards').textContent ?? '{}');
const state = createState({ live: /** @type {LiveList} */ (JSON.parse(byId('live').textContent ?? '{}')) });

/** @param {LiveGame} game */
function card(game) {
  const names = `${game.white || t('guest')} – ${game.black || t('guest')}`;
  const link = make('a', { href: `/game/${game.id}`, 'data-game': game.id },
    make('b', {}, names), make('small', {}, `${t(game.variant)} · ${t('watch-moves', { made: Math.floor(game.plies / 2) + 1 })}`));
  link.prepend(miniBoard(boards[game.variant], game.fen));
  return make('li', {}, link);
}

state.follow(['live'], ({ live }) => {
  const list = byId('games'), focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.game;
  list.replaceChildren(...live.games.map(card));
  if (focused) /** @type {HTMLElement | null} */ (list.querySelector(`[data-game="${focused}"]`))?.focus();
  byId('none').hidden = live.total > 0;
  byId('total').textContent = live.total ? t('live-total', { made: live.total }) : '';
});

setInterval(async () => {
  if (document.hidden) return;
  const asked = await call('GET /api/live', { query: { page: state.current.live.page } });
  if (asked.ok && JSON.stringify(asked.answer) !== JSON.stringify(state.current.live)) state.update({ live: asked.answer });
}, REFRESH);
