// What concerns one's account, on every page: challenges to answer, and what became of one's own. Settings that were changed on
// another device arrive here too.
import { call } from './api.js';
import { Connection } from './connection.js';
import { button, byId, make, replaceKeepingFocus } from './dom.js';
import { notify } from './notify.js';
import { pull } from './settings.js';
import { createState } from './state.js';
import { seekTerms } from './lobby/terms.js';
import { t } from './texts.js';

/** @typedef {import('api').OpenSeek} OpenSeek */
/** @typedef {{ challenges: OpenSeek[], news: { text: string, game?: string } | null, problem: string }} NoticesState */

/** @type {NoticesState} */ const initial = { challenges: [], news: null, problem: '' };
const state = createState(initial);
/** The invitation that this page shows by itself, if it is one. */
const invitation = document.getElementById('invitation')?.dataset.id;

// Actions.

/** @param {string} id */
async function accept(id) {
  const asked = await call('POST /api/seeks/{id}/accept', { path: { id }, body: { name: '' } });
  if (asked.ok) location.href = `/game/${asked.answer.game}?side=${asked.answer.side}`;
  else state.update({ problem: asked.problem.text });
}

/** @param {string} id */
async function decline(id) {
  const asked = await call('DELETE /api/challenges/{id}', { path: { id } });
  if (!asked.ok) state.update({ problem: asked.problem.text });
}

/** @param {OpenSeek[]} challenges */
function receive(challenges) {
  const known = new Set(state.current.challenges.map(({ id }) => id)), [fresh] = challenges.filter(({ id }) => !known.has(id));
  state.update({ challenges, problem: '' });
  if (!fresh) return;
  const text = `${t('challenge-from', { text: fresh.name ?? t('guest') })}: ${seekTerms(fresh)}`;
  byId('notices-announce').textContent = text;
  notify(text);
}

new Connection(null, {
  challenges: ({ challenges }) => { receive(challenges); },
  declined: ({ seek }) => {
    if (seek === invitation) location.href = '/lobby?declined';
    else state.update({ news: { text: t('challenge-declined') } });
  },
  matched: ({ seek, game }) => {
    if (seek === invitation) location.href = `/game/${game}`;
    else state.update({ news: { text: t('challenge-accepted'), game } });
    notify(t('challenge-accepted'));
  },
}, { type: 'notices' });

// Views.

/** @param {OpenSeek} challenge */
function challengeCard(challenge) {
  const name = challenge.name ?? t('guest');
  return make('div', { class: 'notice', role: 'group', 'aria-label': t('challenge-from', { text: name }) },
    make('p', {}, make('b', {}, t('challenge-from', { text: name })), make('span', {}, seekTerms(challenge))),
    button(t('accept'), () => { accept(challenge.id); }, 'primary'), button(t('decline'), () => { decline(challenge.id); }));
}

/** @param {{ text: string, game?: string }} news */
function newsCard({ text, game }) {
  const close = button('×', () => { state.update({ news: null }); }, 'close');
  close.setAttribute('aria-label', t('close'));
  return make('div', { class: 'notice', role: 'status' }, make('p', {}, make('b', {}, text)),
    ...(game ? [make('a', { class: 'button primary', href: `/game/${game}` }, t('to-the-game'))] : []), close);
}

state.follow(['challenges', 'news', 'problem'], ({ challenges, news, problem }) => {
  const shown = challenges.filter(({ id }) => id !== invitation);
  replaceKeepingFocus(byId('notices'), [...(news ? [newsCard(news)] : []), ...shown.map(challengeCard),
    ...(problem ? [make('p', { class: 'problem', role: 'alert' }, problem)] : [])]);
  byId('notices').hidden = !shown.length && !news && !problem;
});

// Once in a browser session: the account may have been used elsewhere meanwhile.
if (!sessionStorage.getItem('settings-pulled')) {
  await pull();
  sessionStorage.setItem('settings-pulled', 'yes');
}
