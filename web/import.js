// PDN from a file or the clipboard: sent to the server, which says what it found.
import { articlePage } from './ruling.js';
import { t } from './texts.js';

const byId = /** @param {string} id */ id => /** @type {HTMLElement} */ (document.getElementById(id));
const form = /** @type {HTMLFormElement} */ (byId('import'));
const paste = /** @type {HTMLTextAreaElement} */ (byId('paste'));
const file = /** @type {HTMLInputElement} */ (byId('file'));
const drop = byId('drop');

/** @param {Blob | string} pdn */
async function send(pdn) {
  byId('outcome').textContent = t('import-reading');
  byId('read').replaceChildren();
  const game = String(new FormData(form).get('game') ?? '');
  const response = await fetch(`/api/import${game ? `?game=${game}` : ''}`, {
    method: 'POST', headers: { 'content-type': 'text/plain' }, body: pdn,
  }).catch(() => null);
  const answer = response ? await response.json().catch(() => ({ text: t('our-fault') })) : { text: t('offline') };
  if (!response?.ok) {
    byId('outcome').textContent = answer.text;
    return;
  }
  byId('outcome').textContent = [t('import-kept', { made: answer.kept }), answer.text].filter(Boolean).join(' ');
  byId('read').replaceChildren(...answer.games.map(shown));
  byId('outcome').focus();
}

/** One game of the file. @param {any} game */
function shown(game) {
  const item = document.createElement('li');
  item.className = 'card';
  const title = document.createElement('h2');
  const names = [game.white, game.black].some(Boolean) ? `${game.white || t('white')} – ${game.black || t('black')}` : t('import-game', { made: game.number });
  if (game.id) {
    const link = document.createElement('a');
    link.href = `/study/${game.id}`;
    link.textContent = names;
    title.append(link);
  } else title.textContent = names;
  const about = document.createElement('p');
  about.className = 'about';
  about.textContent = [game.game, game.result, t('import-plies', { made: game.plies })].filter(Boolean).join(' · ');
  item.append(title, about);
  if (game['left-out']) item.append(paragraph(game['left-out'], 'left-out'));
  else if (!game.legal) item.append(paragraph(t('import-up-to'), 'left-out'));
  const wrong = game.problems.filter((/** @type {any} */ p) => p.wrong), odd = game.problems.filter((/** @type {any} */ p) => !p.wrong);
  if (wrong.length) item.append(list(wrong));
  if (odd.length) {
    const details = document.createElement('details'), summary = document.createElement('summary');
    summary.textContent = t('import-odd', { made: odd.length });
    details.append(summary, list(odd));
    item.append(details);
  }
  return item;
}

/** @param {string} text @param {string} kind */
function paragraph(text, kind) {
  const element = document.createElement('p');
  element.className = kind;
  element.textContent = text;
  return element;
}

/** @param {any[]} problems */
function list(problems) {
  const element = document.createElement('ul');
  element.className = 'problems';
  element.append(...problems.map(problem => {
    const item = document.createElement('li');
    const where = document.createElement('small');
    const place = t('import-place', { made: problem.line, column: problem.column });
    where.textContent = problem.ply ? `${place}, ${t('import-ply', { made: problem.ply })}` : place;
    const text = document.createElement('span');
    text.textContent = problem.due.length ? `${problem.text} ${t('due')} ${problem.due.join(', ')}` : problem.text;
    item.append(where, text);
    if (problem.article) {
      const link = document.createElement('a');
      link.href = articlePage(problem.article);
      link.textContent = problem.article;
      item.append(' ', link);
    }
    return item;
  }));
  return element;
}

form.addEventListener('submit', event => {
  event.preventDefault();
  const chosen = file.files?.[0];
  if (paste.value.trim()) send(paste.value);
  else if (chosen) send(chosen);
  else {
    byId('outcome').textContent = t('import-nothing');
    paste.focus();
  }
});
file.addEventListener('change', () => { const chosen = file.files?.[0]; if (chosen) send(chosen); });
for (const name of ['dragover', 'dragleave', 'drop']) {
  drop.addEventListener(name, event => {
    event.preventDefault();
    drop.classList.toggle('over', name === 'dragover');
    const dropped = event instanceof DragEvent && name === 'drop' ? event.dataTransfer : null;
    if (dropped?.files[0]) send(dropped.files[0]);
    else if (dropped) send(dropped.getData('text'));
  });
}
