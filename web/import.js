// PDN from a file or the clipboard: sent to the server, which says what it found.
import { call } from './api.js';
import { byId, make } from './dom.js';
import { followPdnForm } from './pdn-form.js';
import { articlePage } from './ruling.js';
import { createState } from './state.js';
import { t } from './texts.js';

/** @typedef {import('api').ImportedGame} ImportedGame */
/** @typedef {import('api').ImportProblem} ImportProblem */
/** @typedef {{ outcome: string, games: ImportedGame[] }} ImportState */

const form = /** @type {HTMLFormElement} */ (byId('import'));
/** @type {ImportState} */ const initial = { outcome: '', games: [] };
const state = createState(initial);

/** @param {Blob | string} pdn */
async function send(pdn) {
  state.update({ outcome: t('import-reading'), games: [] });
  const game = String(new FormData(form).get('game') ?? '');
  const asked = await call('POST /api/import', { query: game ? { game } : {}, body: pdn });
  if (!asked.ok) return state.update({ outcome: asked.problem.text });
  const { kept, text, games } = asked.answer, again = games.filter(one => one.duplicate).length;
  const duplicates = again ? t('import-duplicates', { made: again }) : '';
  state.update({ outcome: [t('import-kept', { made: kept }), duplicates, text].filter(Boolean).join(' '), games });
  byId('outcome').focus();
}

/** @param {ImportedGame} game */
function gameItem(game) {
  const isNamed = Boolean(game.white || game.black);
  const names = isNamed ? `${game.white || t('white')} – ${game.black || t('black')}` : t('import-game', { made: game.number });
  const about = [game.game, t(`library-${game.outcome}`), t('moves-count', { made: Math.ceil(game.plies / 2) })].filter(Boolean).join(' · ');
  const item = make('li', { class: 'card' }, make('h2', {}, game.id ? make('a', { href: `/study/${game.id}` }, names) : names), make('p', { class: 'about' }, about));
  if (game['left-out']) item.append(make('p', { class: 'left-out' }, game['left-out']));
  else if (game.duplicate) item.append(make('p', { class: 'about' }, t('import-duplicate')));
  else if (!game.legal) item.append(make('p', { class: 'left-out' }, t('import-up-to')));
  const wrong = game.problems.filter(p => p.wrong), odd = game.problems.filter(p => !p.wrong);
  if (wrong.length) item.append(problemList(wrong));
  if (odd.length) item.append(make('details', {}, make('summary', {}, t('import-odd', { made: odd.length })), problemList(odd)));
  return item;
}

/** @param {ImportProblem[]} problems */
function problemList(problems) {
  return make('ul', { class: 'problems' }, ...problems.map(problem => {
    const place = t('import-place', { made: problem.line, column: problem.column });
    const where = problem.ply ? `${place}, ${t('import-ply', { made: problem.ply })}` : place;
    const text = problem.due.length ? `${problem.text} ${t('due')} ${problem.due.join(', ')}` : problem.text;
    return make('li', {}, make('small', {}, where), make('span', {}, text),
      ...(problem.article ? [' ', make('a', { href: articlePage(problem.article) }, problem.article)] : []));
  }));
}

state.follow(['outcome'], ({ outcome }) => { byId('outcome').textContent = outcome; });
state.follow(['games'], ({ games }) => { byId('read').replaceChildren(...games.map(gameItem)); });

followPdnForm(form, send, outcome => { state.update({ outcome }); });
