// Collections of the library: made, renamed and deleted with undo, and games put in and taken out.
import { call } from './api.js';
import { button, byId } from './dom.js';
import { t } from './texts.js';

/** The collection that the page shows; empty for all games. */
const here = byId('collections').dataset.id ?? '';

/** Says what happened, with a way back if there is one. @param {string} text @param {() => Promise<void>} [back] */
function say(text, back) {
  byId('undo').replaceChildren(text, ...(back ? [' ', button(t('undo'), back)] : []));
  byId('undo').querySelector('button')?.focus();
}

/** Brings the numbers of games beside the names up to date. */
async function recount() {
  const asked = await call('GET /api/collections', {});
  for (const { id, games } of asked.ok ? asked.answer : []) {
    const count = document.querySelector(`#collections a[href$="collection=${id}"] small`);
    if (count) count.textContent = String(games);
  }
}

/** @param {import('./api.js').Answered<any>} asked */
function failed(asked) {
  if (!asked.ok) say(asked.problem.text);
  return !asked.ok;
}

/** Says next to the field for a name what is wrong with it. @param {string} text */
function markName(text) {
  byId('collection-problem').textContent = text;
  const input = /** @type {HTMLInputElement} */ (byId('collection-form').querySelector('input'));
  input.setAttribute('aria-invalid', String(Boolean(text)));
  if (text) input.focus();
}

byId('collection-form').addEventListener('input', () => { markName(''); });
byId('collection-form').addEventListener('submit', async event => {
  event.preventDefault();
  const { submitter, target } = /** @type {SubmitEvent} */ (event), act = /** @type {HTMLButtonElement | null} */ (submitter)?.value;
  const name = String(new FormData(/** @type {HTMLFormElement} */ (target)).get('name') ?? '');
  if (act === 'rename') {
    const asked = await call('PUT /api/collections/{id}', { path: { id: here }, body: { name } });
    if (asked.ok) location.reload();
    else markName(asked.problem.text);
    return;
  }
  const asked = await call('POST /api/collections', { body: { name } });
  if (asked.ok) location.href = `/games?collection=${asked.answer.id}`;
  else markName(asked.problem.text);
});

document.getElementById('collection-delete')?.addEventListener('click', async () => {
  if (failed(await call('DELETE /api/collections/{id}', { path: { id: here } }))) return;
  byId('collection-form').hidden = true;
  document.querySelector('#collections [aria-current]')?.setAttribute('hidden', '');
  say(t('collection-deleted'), async () => {
    if (!failed(await call('POST /api/collections/{id}/restore', { path: { id: here } }))) location.reload();
  });
});

/**
 * Lets the chosen games be put into a collection or taken out of the one that is shown.
 * @param {() => HTMLInputElement[]} chosen @param {(some: HTMLInputElement[], isShown: boolean) => void} toggle shows or hides games
 * @returns {() => void} to be called when other games are chosen
 */
export function followChosen(chosen, toggle) {
  const put = /** @type {HTMLSelectElement | null} */ (document.getElementById('put')), take = document.getElementById('take');
  put?.addEventListener('change', async () => {
    const id = put.value, name = put.selectedOptions[0]?.textContent ?? '', games = chosen().map(box => box.value);
    put.value = '';
    if (!id || failed(await call('PUT /api/collections/{id}/games', { path: { id }, body: { games } }))) return;
    say(t('collection-put-done', { text: name }));
    await recount();
  });
  take?.addEventListener('click', async () => {
    const some = chosen(), games = some.map(box => box.value);
    if (failed(await call('DELETE /api/collections/{id}/games', { path: { id: here }, body: { games } }))) return;
    toggle(some, false);
    await recount();
    say(t('collection-taken'), async () => {
      if (failed(await call('PUT /api/collections/{id}/games', { path: { id: here }, body: { games } }))) return;
      toggle(some, true);
      await recount();
      say('');
    });
  });
  return () => { for (const control of [put, take]) control?.toggleAttribute('disabled', !chosen().length); };
}
