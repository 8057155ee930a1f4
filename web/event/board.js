// A board of the hall on a phone. What is entered is kept on the phone until the server has it.
import { call } from '../api.js';
import { byId } from '../dom.js';
import { attempt, commandId, pause } from './commands.js';
import { follow, refresh } from './refresh.js';

/** @typedef {import('./commands.js').TournamentCommand} TournamentCommand */

const place = () => byId('event');
const event = place().dataset.id ?? '', table = Number(place().dataset.table), code = place().dataset.code ?? '';
/** The game being played at the table: the second of a micro-match follows the first. */
const board = () => Number(place().dataset.board);
/** The round the page shows; an entry for it must not count in a later one. */
const round = () => Number(place().dataset.round);
/** Where an entry waits that has not been acknowledged. */
const KEPT = `event-${event}-${table}`;
/** Whether an entry is on its way. */
let delivering = false;

/** @param {string} text */
const complain = text => { byId('problem').textContent = text; };

/** Sends what waits, also after the page was closed and opened again. */
async function deliver() {
  if (delivering) return;
  delivering = true;
  try {
    // One entry at a time, so that an earlier one never arrives after the one that replaced it.
    for (let kept = localStorage.getItem(KEPT); kept !== null; kept = localStorage.getItem(KEPT)) {
      const answered = await attempt(event, /** @type {TournamentCommand} */ (JSON.parse(kept)));
      if (answered === null) {
        byId('sending').textContent = place().dataset.waiting ?? '';
        await pause();
      } else {
        if (localStorage.getItem(KEPT) === kept) localStorage.removeItem(KEPT);
        await refresh();
        byId('sending').textContent = '';
        complain(answered.ok ? '' : answered.problem.text);
      }
    }
  } finally {
    delivering = false;
  }
}

document.addEventListener('submit', async happened => {
  const form = /** @type {HTMLFormElement} */ (happened.target);
  if (form.method === 'post') return;
  happened.preventDefault();
  const value = /** @type {HTMLButtonElement} */ (/** @type {SubmitEvent} */ (happened).submitter).value;
  complain('');
  if (form.id === 'seat') {
    const answered = await call('POST /api/events/{id}/seat', { path: { id: event }, body: { board: table, code, number: Number(value) } });
    await refresh();
    if (!answered.ok) complain(answered.problem.text);
  } else if (form.id === 'claim') {
    const result = /** @type {import('api').BoardResult} */ (value);
    localStorage.setItem(KEPT, JSON.stringify({ id: commandId(), round: round(), ask: { kind: 'enter-result', board: board(), result } }));
    await deliver();
  }
});

void deliver();
follow();
