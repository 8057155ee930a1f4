// Reviews of whole files: requested, followed while they run, cancelled, and taken home as PDN.
import { addressOf, call } from './api.js';
import { button, byId, make, replaceKeepingFocus } from './dom.js';
import { clearPdnForm, followPdnForm } from './pdn-form.js';
import { createState } from './state.js';
import { locale, t } from './texts.js';

/** @typedef {import('api').Job} Job */
/** @typedef {{ jobs: Job[], problem: string }} ReviewsState */

const instant = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
/** @type {ReviewsState} */ const initial = { jobs: [], problem: '' };
const state = createState(initial);
/** The jobs that are followed. @type {Map<string, EventSource>} */
const followed = new Map();

// Actions.

/** @param {Job} job */
function put(job) {
  const { jobs } = state.current, isKnown = jobs.some(({ id }) => id === job.id);
  state.update({ jobs: isKnown ? jobs.map(one => (one.id === job.id ? job : one)) : [job, ...jobs] });
  if (job.state === 'open') follow(job.id);
}

/** @param {string} id */
function follow(id) {
  if (followed.has(id)) return;
  const source = new EventSource(addressOf('GET /api/jobs/{id}/stream', { path: { id } }));
  followed.set(id, source);
  source.onmessage = event => {
    /** @type {Job} */ const job = JSON.parse(event.data);
    if (job.state !== 'open') {
      source.close();
      followed.delete(id);
      byId('finished').textContent = `${t('reviews-games', { made: job.games })}. ${t(`reviews-${job.state}`)}.`;
    }
    put(job);
  };
}

/** @param {Blob | string} pdn */
async function send(pdn) {
  state.update({ problem: '' });
  const asked = await call('POST /api/jobs', { query: {}, body: pdn });
  if (!asked.ok) { state.update({ problem: asked.problem.text }); return; }
  clearPdnForm();
  put(asked.answer);
}

/** @param {string} id */
async function cancel(id) {
  const asked = await call('DELETE /api/jobs/{id}', { path: { id } });
  if (!asked.ok) state.update({ problem: asked.problem.text });
}

/** Puts the reviewed games into the library. @param {string} id @param {HTMLElement} said */
async function keep(id, said) {
  const taken = await call('GET /api/jobs/{id}/pdn', { path: { id } });
  const asked = taken.ok ? await call('POST /api/import', { query: {}, body: taken.answer }) : taken;
  said.textContent = asked.ok ? t('import-kept', { made: asked.answer.kept }) : asked.problem.text;
}

async function load() {
  const asked = await call('GET /api/jobs', {});
  if (!asked.ok) { state.update({ problem: asked.problem.text }); return; }
  state.update({ jobs: asked.answer });
  for (const { id, state: kind } of asked.answer) if (kind === 'open') follow(id);
}

// Views.

/** What a job is doing, in words. @param {Job} job */
function words({ state: kind, games, done, current }) {
  const ready = t('reviews-done', { made: done, limit: games });
  if (kind !== 'open') return `${t(`reviews-${kind}`)} · ${ready}`;
  return current ? `${ready} · ${t('review-progress', { made: current.ply, limit: current.plies })}` : ready;
}

/** @param {Job} job */
function jobItem(job) {
  const { id, at, games, done } = job, said = make('span', { role: 'status' });
  const title = t('reviews-games', { made: games }), isOpen = job.state === 'open';
  const acts = make('p', { class: 'acts' });
  if (isOpen) acts.append(button(t('review-cancel'), () => { void cancel(id); }));
  if (done) acts.append(make('a', { class: 'button', href: addressOf('GET /api/jobs/{id}/pdn', { path: { id } }), download: '' }, t('download-pdn')));
  if (done && !isOpen) acts.append(button(t('reviews-keep'), () => { void keep(id, said); }), said);
  const bar = make('progress', { max: String(games), value: String(done), 'aria-label': title });
  return make('li', { class: 'card', 'data-id': id, 'data-state': job.state }, make('h2', {}, title, ' ', make('small', {}, instant.format(new Date(at)))), bar, make('p', { class: 'about' }, words(job)), acts);
}

state.follow(['jobs'], ({ jobs }) => {
  // Only what changed is drawn anew, so that a message beside a button stays.
  const place = byId('jobs'), known = new Map([...place.children].map(item => [item.getAttribute('data-id'), item]));
  const items = jobs.map(job => {
    const item = known.get(job.id);
    return item && item.getAttribute('data-state') === job.state && job.state !== 'open' ? item : jobItem(job);
  });
  replaceKeepingFocus(place, items);
});
state.follow(['problem'], ({ problem }) => { byId('problem').textContent = problem; });

// Events.

followPdnForm(/** @type {HTMLFormElement} */ (byId('review-file')), send, problem => { state.update({ problem }); });
addEventListener('pagehide', () => { for (const source of followed.values()) source.close(); });
await load();
state.follow(['jobs'], ({ jobs }) => { byId('none').hidden = jobs.length > 0; });
