// One's games: dates in the reader's own way, and removing games.
import './times.js';
import { call } from './api.js';
import { followChosen } from './collections.js';
import { button, byId, fieldById } from './dom.js';
import { t } from './texts.js';

// On a phone the games come first, and the form to search them is folded away until it is wanted.
if (matchMedia('(max-width: 40rem)').matches && !location.search) document.getElementById('finder')?.removeAttribute('open');

const boxes = /** @type {HTMLInputElement[]} */ ([...document.querySelectorAll('input.choose')]);
const chosen = () => boxes.filter(box => box.checked && !box.closest('li')?.hidden);

/** Shows or hides games in the list. @param {HTMLInputElement[]} some @param {boolean} isShown */
function toggle(some, isShown) {
  for (const box of some) {
    box.checked = false;
    const item = box.closest('li');
    if (item) item.hidden = !isShown;
  }
  refresh();
}

const offer = followChosen(chosen, toggle);

/** The games of this page in their order, for going from one to the next. */
function rememberOrder() {
  const shown = boxes.map(box => box.closest('li')).filter(item => item && !item.hidden);
  sessionStorage.setItem('library-order', JSON.stringify(shown.map(item => item?.querySelector('a')?.getAttribute('href'))));
}

function refresh() {
  const hidden = boxes.filter(box => box.closest('li')?.hidden).length, count = document.getElementById('count');
  if (count) count.textContent = t('library-all', { made: Number(count.dataset.all) - hidden });
  rememberOrder();
  byId('remove').toggleAttribute('disabled', !chosen().length);
  offer();
  fieldById('choose-all').checked = chosen().length > 0 && chosen().length === boxes.filter(box => !box.closest('li')?.hidden).length;
}

async function remove() {
  const some = chosen(), games = some.map(box => box.value), undo = byId('undo');
  const asked = await call('POST /api/library/remove', { body: { games } });
  if (!asked.ok) { undo.textContent = asked.problem.text; return; }
  toggle(some, false);
  const back = button(t('undo'), async () => {
    const restored = await call('POST /api/library/restore', { body: { games } });
    undo.textContent = restored.ok ? t('games-restored', { made: games.length }) : restored.problem.text;
    if (restored.ok) toggle(some, true);
  });
  undo.replaceChildren(t('games-removed', { made: games.length }), ' ', back);
  back.focus();
}

if (boxes.length) {
  refresh();
  for (const box of boxes) box.addEventListener('change', refresh);
  fieldById('choose-all').addEventListener('change', () => {
    for (const box of boxes) box.checked = fieldById('choose-all').checked && !box.closest('li')?.hidden;
    refresh();
  });
  byId('remove').addEventListener('click', remove);
}
