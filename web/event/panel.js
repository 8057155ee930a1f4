// On the page of a game of an event: the way back to the event, what its officials did, and for officials their powers.
// The server makes the panel; it is fetched again whenever the event has a new entry.
import { call } from '../api.js';
import { commandId } from './commands.js';
import { inPageLanguage } from '../texts.js';
import { ARENA_PAUSE, goOnce, showTimes } from './refresh.js';

/** @typedef {import('api').ArbiterRuling} ArbiterRuling */

/** Milliseconds of a time such as 1:02:03 or 4:30. @param {FormDataEntryValue | null} text */
const milliseconds = text => 1000 * String(text).split(':').reduce((sum, part) => 60 * sum + Number(part), 0);

/** @param {HTMLFormElement} form @param {HTMLElement | null} submitter */
function rulingOf(form, submitter) {
  const data = new FormData(form, submitter);
  const kind = form.dataset.ruling;
  const values = kind === 'set-clocks' ? { white: milliseconds(data.get('white')), black: milliseconds(data.get('black')) }
    : kind === 'declare-loss' ? { side: String(data.get('side')) } : {};
  return /** @type {ArbiterRuling} */ (/** @type {unknown} */ ({ kind, ...values }));
}

/** Shows the panel of a board of an event before an element. @param {string} event @param {number} board @param {HTMLElement} place */
export function showPanel(event, board, place) {
  /** @type {HTMLElement | null} */ let shown = null;
  // Boards have other games in other rounds.
  const game = location.pathname.split('/')[2] ?? '';
  const fetchPanel = async () => {
    const response = await fetch(inPageLanguage(`/event/${event}/panel/${board}?game=${game}`)).catch(() => null);
    if (!response?.ok) return;
    const made = new DOMParser().parseFromString(await response.text(), 'text/html').getElementById('event-panel');
    if (!made) return;
    const panel = document.adoptNode(made);
    panel.addEventListener('submit', submit);
    if (shown) shown.replaceWith(panel); else place.before(panel);
    shown = panel;
    showTimes();
    const next = /** @type {HTMLAnchorElement | null} */ (panel.querySelector('#next-game'));
    if (next) goOnce(next.href);
  };
  /** @param {SubmitEvent} happened */
  const submit = async happened => {
    happened.preventDefault();
    const ruling = rulingOf(/** @type {HTMLFormElement} */ (happened.target), happened.submitter);
    const answered = await call('POST /api/events/{id}/boards/{board}/rulings', { path: { id: event, board: String(board) }, body: { id: commandId(), game, ruling } });
    const problem = shown?.querySelector('.problem');
    if (!answered.ok && problem) problem.textContent = answered.problem.text;
    if (answered.ok) await fetchPanel();
  };
  void fetchPanel();
  const source = new EventSource(`/api/events/${event}/stream`);
  let planned = false;
  source.addEventListener('message', ({ data }) => {
    if (!shown || String(JSON.parse(data).entries) === shown.dataset.entries || shown.contains(document.activeElement)) return;
    if (shown.dataset.arena === undefined) void fetchPanel();
    else if (!planned) setTimeout(() => { planned = false; void fetchPanel(); }, ARENA_PAUSE);
    planned = true;
  });
}
