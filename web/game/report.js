// Reporting the conduct of an opponent to the operators, from the page of the game.
import { call } from '../api.js';
import { tellOutcome } from '../dom.js';
import { t } from '../texts.js';
import { isRemote } from './model.js';

/** @typedef {import('./model.js').GameState} GameState */

/** The opponent elsewhere, if there is one: a name, or the side of a guest. @param {GameState} state */
function opponent(state) {
  const side = (/** @type {const} */ (['white', 'black'])).find(one => state.sides.length > 0 && isRemote(state, one));
  return side && (state.game?.names[side === 'white' ? 0 : 1] ?? `${t('guest')} (${t(side)})`);
}

/** Shows the form to players who have an opponent elsewhere. @param {HTMLElement} place @param {GameState} state */
export function renderReport(place, state) {
  const about = opponent(state);
  place.hidden = !about;
  const title = place.querySelector('summary');
  if (about && title) title.textContent = t('report-player', { text: about });
}

/** Sends the form, and shows what came of it. @param {HTMLElement} place @param {() => GameState} state */
export function setUpReport(place, state) {
  const form = /** @type {HTMLFormElement} */ (place.querySelector('form'));
  form.addEventListener('submit', async event => {
    event.preventDefault();
    const text = String(new FormData(form).get('text')), about = opponent(state()) ?? '', game = state().id;
    const answered = await call('POST /api/reports', { body: { about, game, text } });
    tellOutcome(form, answered.ok ? t('report-sent') : answered.problem.text, answered.ok);
    if (answered.ok) form.reset();
  });
}
