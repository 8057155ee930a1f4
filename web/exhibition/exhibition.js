// The page of an exhibition: terms and boards before the start, all boards live while it is played, the result sheet after it.
import { call } from '../api.js';
import { copyField } from '../copy.js';
import { written } from '../dates.js';
import { byId, fieldById } from '../dom.js';
import { ownName } from '../own-name.js';
import { inPageLanguage, t } from '../texts.js';
import { drawBoard, followExhibition, looksSame, POINTS, scoreOf, scoreText } from './boards.js';

/** @typedef {import('api').Exhibition} Exhibition */
/** @typedef {import('api').ExhibitionBoard} ExhibitionBoard */

const main = () => byId('exhibition');
const id = main().dataset.id ?? '';

/** @returns {Exhibition} */
const stateOfPage = () => JSON.parse(byId('state').textContent ?? '{}');
let exhibition = stateOfPage();
/** Whether the reader's game had begun when the page was opened. */
const hadGame = Boolean(main().dataset.game);

/** @type {Map<number, ExhibitionBoard>} */
const drawn = new Map();

/** @param {ExhibitionBoard} board */
function statusOf(board) {
  if (board.outcome) return `${POINTS[board.outcome]} · ${t(`simul-outcome-${board.outcome}`)}`;
  return t({ host: 'simul-host-turn', player: 'simul-player-turn' }[board.state] ?? 'simul-taken');
}

/** The day of the exhibition in the reader's own way. */
function showDay() {
  for (const day of /** @type {NodeListOf<HTMLElement>} */ (main().querySelectorAll('time[data-date]'))) day.textContent = written(day.dataset.date ?? '');
}

/** Draws the boards that look different from before. */
function drawWall() {
  showDay();
  for (const board of exhibition.boards) {
    const place = document.getElementById(`wall-${board.board}`);
    if (!place || looksSame(drawn.get(board.board), board)) continue;
    drawn.set(board.board, board);
    place.dataset.state = board.state;
    place.querySelector('.mini-place')?.replaceChildren(drawBoard(board));
    const status = place.querySelector('[data-status]');
    if (status) status.textContent = statusOf(board);
    if (board.game) place.querySelector('a')?.setAttribute('href', `/game/${board.game}`);
  }
  const score = document.getElementById('score');
  if (score) score.textContent = scoreText(scoreOf(exhibition.boards));
}

/** Fetches the page and replaces what may have changed; what was folded out or typed stays. */
async function refresh() {
  const response = await fetch(inPageLanguage(location.href)).catch(() => null);
  if (!response?.ok) return;
  const next = new DOMParser().parseFromString(await response.text(), 'text/html').getElementById('exhibition');
  if (!next) return;
  const typed = [...main().querySelectorAll('input:not([readonly]), select')].map(field => [/** @type {HTMLInputElement} */ (field).name, /** @type {HTMLInputElement} */ (field).value]);
  const focused = /** @type {HTMLInputElement | null} */ (main().querySelector(':focus'))?.name;
  const open = [...main().querySelectorAll('details')].map(one => one.open);
  main().replaceWith(document.adoptNode(next));
  for (const [name, value] of typed) {
    const field = /** @type {HTMLInputElement | null} */ (name ? main().querySelector(`[name="${name}"]`) : null);
    if (field && (field.tagName !== 'SELECT' || field.querySelector(`option[value="${value}"]`))) field.value = value;
  }
  [...main().querySelectorAll('details')].forEach((one, i) => { one.open = open[i] ?? one.open; });
  if (focused) /** @type {HTMLElement | null} */ (main().querySelector(`[name="${focused}"]`))?.focus();
  exhibition = stateOfPage();
  drawn.clear();
  drawWall();
}

/** Players go to their game when it begins. @param {Exhibition} next */
function followOwnGame(next) {
  const own = next.boards.find(({ board }) => board === next['own-board']);
  if (!hadGame && own?.game && !own.outcome) location.href = `/game/${own.game}`;
}

/** @param {import('../api.js').Answered<any>} answered @returns {answered is { ok: true, answer: any }} */
function done(answered) {
  byId('problem').textContent = answered.ok ? '' : answered.problem.text;
  return answered.ok;
}

document.addEventListener('submit', async event => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (form.id !== 'join') return;
  event.preventDefault();
  const data = new FormData(form), board = Number(data.get('board')) || null;
  const answered = await call('POST /api/exhibitions/{id}/players', { path: { id }, body: { name: ownName(), board } });
  if (!done(answered)) return;
  // The server did not know the browser before: from now on the stream is the player's.
  updates.close();
  updates = follow();
  followOwnGame(answered.answer.exhibition);
  await refresh();
});

document.addEventListener('click', async event => {
  const button = event.target instanceof Element ? /** @type {HTMLElement | null} */ (event.target.closest('button')) : null;
  if (!button) return;
  const { ask, leave } = button.dataset;
  if (button.id === 'copy') await copyField(fieldById('link-text'), button);
  if (button.id === 'print') print();
  if (ask) await command(/** @type {import('api').ExhibitionAsk} */ (ask));
  if (leave && done(await call('DELETE /api/exhibitions/{id}/players/{board}', { path: { id, board: leave } }))) await refresh();
});

/** @param {import('api').ExhibitionAsk} ask */
async function command(ask) {
  const question = { end: 'simul-sure-end', cancel: 'simul-sure-cancel' }[/** @type {string} */ (ask)];
  if (question && !confirm(t(question))) return;
  if (!done(await call('POST /api/exhibitions/{id}/commands', { path: { id }, body: { ask } }))) return;
  if (ask === 'start' && exhibition.boards.some(({ state }) => state !== 'free')) location.href = `/exhibition/${id}/play`;
  else await refresh();
}

/** Follows the exhibition as whoever the browser is now. */
const follow = () => followExhibition(id, {
  exhibition: next => {
    followOwnGame(next);
    const isKnown = JSON.stringify([next.stage, next.boards.map(({ player, game, state }) => [player, game, state === 'free'])])
      === JSON.stringify([exhibition.stage, exhibition.boards.map(({ player, game, state }) => [player, game, state === 'free'])]);
    exhibition = next;
    if (isKnown) drawWall();
    else void refresh();
  },
  board: board => {
    exhibition = { ...exhibition, boards: exhibition.boards.map(one => (one.board === board.board ? board : one)) };
    drawWall();
  },
});
let updates = follow();
drawWall();
