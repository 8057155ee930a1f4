// One's games by correspondence, each as a small board: those that wait for one's move first.
import { call } from './api.js';
import { daysLeft, DAY } from './clock.js';
import { byId, make } from './dom.js';
import { miniBoard } from './mini-board.js';
import { remember, showCount } from './my-turn.js';
import { createState } from './state.js';
import { t } from './texts.js';

/** @typedef {import('api').CorrespondenceList} CorrespondenceList */
/** @typedef {import('api').CorrespondenceGame} CorrespondenceGame */

/** Milliseconds between two looks at the list. */
const REFRESH = 20_000;

/** @type {Record<string, import('api').Board>} */
const boards = JSON.parse(byId('boards').textContent ?? '{}');
const state = createState({ list: /** @type {CorrespondenceList} */ (JSON.parse(byId('list').textContent ?? '{}')) });

/** @param {CorrespondenceGame} game */
function card(game) {
  const left = make('span', { class: game.left < DAY ? 'left low' : 'left' }, daysLeft(game.left));
  const away = game['on-vacation'].includes(game.side) ? t('corr-you-away') : game['on-vacation'].length ? t('corr-opponent-away') : '';
  const about = [t(game.variant), t(`you-${game.side}`), game.last ? t('corr-last', { move: game.last }) : '', away].filter(Boolean).join(' · ');
  const link = make('a', { href: `/game/${game.id}?side=${game.side}`, 'data-game': game.id },
    make('b', {}, make('i', { class: `side ${game.side}`, 'aria-hidden': 'true' }), game.opponent || t('guest')), left, make('small', {}, about));
  link.prepend(miniBoard(boards[game.variant], game.fen, game.side === 'black'));
  return make('li', {}, link);
}

state.follow(['list'], ({ list }) => {
  const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.game, isEmpty = !list.waiting.length && !list.others.length;
  byId('waiting').replaceChildren(...list.waiting.map(card));
  byId('others').replaceChildren(...list.others.map(card));
  byId('waiting-count').textContent = list.waiting.length ? String(list.waiting.length) : '';
  byId('waiting-none').hidden = list.waiting.length > 0;
  byId('waiting-part').hidden = isEmpty;
  byId('others-part').hidden = !list.others.length;
  byId('none').hidden = !isEmpty;
  if (focused) /** @type {HTMLElement | null} */ (document.querySelector(`[data-game="${focused}"]`))?.focus();
  if (!isEmpty) remember();
  showCount(list);
});

async function look() {
  const asked = await call('GET /api/correspondence', {});
  if (asked.ok && JSON.stringify(asked.answer) !== JSON.stringify(state.current.list)) state.update({ list: asked.answer });
}

setInterval(() => { if (!document.hidden) look(); }, REFRESH);
document.addEventListener('visibilitychange', () => { if (!document.hidden) look(); });
