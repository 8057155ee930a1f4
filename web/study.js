// The study of a game: replay, a reader's own tries, analysis, endgame truth, and everything to take away.
import { DamieraBoard, piecesOf } from './board.js';
import { clockFace } from './clock.js';
import { written } from './dates.js';
import { Analysis } from './analysis.js';
import { showRuling } from './ruling.js';
import { setting } from './settings.js';
import { t } from './texts.js';
import { Tree } from './tree.js';

/** @typedef {import('./tree.js').StudyNode} StudyNode */

const byId = /** @param {string} id */ id => /** @type {HTMLElement} */ (document.getElementById(id));
const board = /** @type {DamieraBoard} */ (byId('board'));
const source = byId('study').dataset.source ?? '';
const start = new URLSearchParams(location.search).get('fen');
const query = start ? `?fen=${encodeURIComponent(start)}` : '';
/** Whether the last thing done on the board was by pointer: then the arrow keys go back to the replay. */
let pointed = false;
/** What stands on the board now, as the server says. @type {any} */
let looked = null;

/** @type {any} */ let study = null;
/** @type {Tree} */ let tree;
/** @type {Analysis} */ let analysis;
/** @type {StudyNode} */ let here;

/** Shows a ruling, or none. @param {string} [title] @param {string} [text] @param {string | null} [article] */
const rule = (title, text, article) => showRuling(byId('ruling'), title, text, article);

/** Goes to a position of the tree. @param {StudyNode} node */
async function go(node) {
  const before = here;
  here = node;
  board.chosen = [];
  board.paths = [];
  board.ways = [];
  board.legal = [];
  byId('ways').hidden = true;
  rule();
  history.replaceState(null, '', location.pathname + location.search + tree.anchor(node));
  showMoves();
  analysis.look(tree.path(node));
  if (before && node.parent === before.id && node.step) {
    await board.hop(node.step.squares, node.step.captures);
    if (here !== node) return;
  }
  board.last = node.step?.squares ?? [];
  board.taken = node.step?.captures ?? [];
  board.pieces = piecesOf(node.fen);
  board.show();
  if (node.step) byId('announce').textContent = t('moved', { side: t(node.step.by), move: node.step.notation });
  await look(node);
}

/** Asks the server what can be played here and what the tables know. @param {StudyNode} node */
async function look(node) {
  const response = await fetch(`/api/position?${new URLSearchParams(tree.path(node))}`).catch(() => null);
  if (here !== node || !response?.ok) return;
  looked = await response.json();
  if (here !== node) return;
  board.legal = looked.legal;
  board.show();
  if (!study['in-play']) analysis.showTruth(looked.truth);
  showTurn(looked.turn, looked.over);
  if (looked.over) rule(t('game-over'), looked.over);
  else showBreak(node);
}

/** Where the record breaks a rule, says so. @param {StudyNode} node */
function showBreak(node) {
  const ends = tree.children(node).every(child => child.own);
  const ply = tree.ply(node);
  const found = ends && study.breaks.find((/** @type {any} */ b) => b.depth === node.depth && b.ply === ply + 1);
  if (found) rule(t('record-breaks'), found.due.length ? `${found.text} ${t('due')} ${found.due.join(', ')}` : found.text, found.article);
}

/** @param {string} turn @param {string | null} over */
function showTurn(turn, over) {
  for (const place of ['near', 'far']) {
    const row = byId(place), own = row.dataset.side === turn && !over;
    row.classList.toggle('turn', own);
    const state = row.querySelector('.state');
    if (state) state.textContent = own ? t('to-move') : '';
  }
}

function showPlayers() {
  const near = board.flipped ? 'black' : 'white';
  for (const [place, side] of [['near', near], ['far', near === 'white' ? 'black' : 'white']]) {
    const row = byId(place), who = row.querySelector('.who');
    row.dataset.side = side;
    if (who) who.textContent = study[side] || t(side);
  }
  if (looked) showTurn(looked.turn, looked.over);
}

function showHead() {
  const named = [study.white, study.black].some(Boolean), bare = source.startsWith('position/');
  const title = bare ? `${t('analysis')} · ${t(study.variant)}` : named ? `${study.white || t('white')} – ${study.black || t('black')}` : t('game-of', { move: t(study.variant) });
  byId('title').textContent = title;
  document.title = `Damiera · ${title}`;
  const tag = /** @param {string} name */ name => study.tags.find((/** @type {string[]} */ [key]) => key === name)?.[1] ?? '';
  const about = [bare ? '' : t(study.variant), tag('Event'), tag('Site'), written(tag('Date')), study.result === '*' ? '' : study.result];
  byId('about').textContent = about.filter(text => text && !/^[?.]+$/.test(text)).join(' · ');
}

/** A move as a button. @param {StudyNode} node @param {boolean} numbered */
function moveButton(node, numbered) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = node.own ? 'move own' : 'move';
  button.tabIndex = -1;
  if (numbered && node.number) {
    const number = document.createElement('small');
    number.textContent = node.number;
    button.append(number, ' ');
  }
  button.append(node.step ? node.step.notation : t('set-up-here'));
  for (const mark of node.marks) {
    const sign = document.createElement('abbr');
    sign.title = mark.text;
    sign.textContent = /^[!?]/.test(mark.sign) ? mark.sign : ` ${mark.sign}`;
    button.append(sign);
  }
  if (node.clock !== null) {
    const clock = document.createElement('time');
    clock.textContent = clockFace(node.clock);
    clock.title = t('clock-then');
    button.append(' ', clock);
  }
  if (node === here) button.setAttribute('aria-current', 'true');
  button.addEventListener('click', () => go(node));
  return button;
}

/** @param {string[]} remarks @param {Element} into */
function remarks(remarks, into) {
  for (const text of remarks) {
    const remark = document.createElement('q');
    remark.textContent = text;
    into.append(remark, ' ');
  }
}

/** Writes a line into an element: its moves, its remarks, and the other ways to play. @param {StudyNode} from @param {Element} into @param {boolean} numbered */
function writeLine(from, into, numbered) {
  /** @type {StudyNode | undefined} */ let node = from;
  while (node) {
    const [next, ...others] = tree.children(node);
    if (!next) return;
    const isFirst = !next.number?.endsWith('…');
    into.append(moveButton(next, numbered || isFirst), ' ');
    remarks(next.comments, into);
    for (const other of others) into.append(variation(other));
    numbered = others.length > 0 || next.comments.length > 0;
    node = next;
  }
}

/** @param {StudyNode} first */
function variation(first) {
  const line = document.createElement('span');
  line.className = 'variation';
  remarks(first.before, line);
  line.append(moveButton(first, true), ' ');
  remarks(first.comments, line);
  writeLine(first, line, first.comments.length > 0);
  return line;
}

function showMoves() {
  const list = byId('line');
  list.replaceChildren();
  remarks(tree.root.comments, list);
  writeLine(tree.root, list, true);
  if (!list.childNodes.length) list.textContent = t('study-empty');
  else if (study.result !== '*') {
    const result = document.createElement('b');
    result.textContent = study.result;
    list.append(result);
  }
  byId('drop-try').hidden = !here.own;
  byId('keep-tries').hidden = !tree.tries().length;
  keepInView(list);
  const ended = !tree.children(here).length;
  for (const [id, off] of /** @type {[string, boolean][]} */ ([['first', here === tree.root], ['back', here === tree.root], ['forward', ended], ['last', ended]])) {
    byId(id).setAttribute('aria-disabled', String(off));
  }
}

/** Scrolls the list, and not the page, to the move looked at. @param {HTMLElement} list */
function keepInView(list) {
  const box = list.querySelector('[aria-current]')?.getBoundingClientRect(), frame = list.getBoundingClientRect();
  if (!box) list.scrollTop = 0;
  else if (box.top < frame.top) list.scrollTop -= frame.top - box.top + 8;
  else if (box.bottom > frame.bottom) list.scrollTop += box.bottom - frame.bottom + 8;
}

/** A reader's own move, judged by the server. @param {string} notation */
async function tryMove(notation) {
  const at = here, path = tree.path(at);
  path.moves = `${path.moves} ${notation}`.trim();
  const response = await fetch(`/api/position?${new URLSearchParams(path)}`).catch(() => null);
  if (!response) return rule(t('offline'));
  const answer = await response.json();
  if (here !== at) return;
  if (!response.ok) {
    rule(t('not-allowed', { move: notation }), answer.text, answer.article);
    board.paths = answer.due ?? [];
    board.show();
    return;
  }
  await go(tree.grow(at, answer.last, answer.fen));
  if (pointed) byId('line').focus({ preventScroll: true });
}

const steps = {
  first: () => tree.root,
  back: () => tree.parent(here),
  forward: () => tree.children(here)[0],
  last: () => tree.end(here),
  other: /** @param {number} by */ by => {
    const parent = tree.parent(here), all = parent ? tree.children(parent) : [];
    return all[(all.indexOf(here) + by + all.length) % all.length];
  },
};

/** @param {StudyNode | undefined} node */
const goTo = node => { if (node && node !== here) go(node); };

document.addEventListener('keydown', event => {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.altKey || event.metaKey || target.closest('input, select, textarea, [role="grid"]')) return;
  const to = { ArrowLeft: steps.back, ArrowRight: steps.forward, Home: steps.first, End: steps.last,
    ArrowUp: () => steps.other(-1), ArrowDown: () => steps.other(1) }[event.key];
  const sideways = event.key === 'ArrowUp' || event.key === 'ArrowDown';
  if (!to || (sideways && !target.closest('#line'))) return;
  event.preventDefault();
  goTo(to());
});

for (const name of /** @type {const} */ (['first', 'back', 'forward', 'last'])) {
  byId(name).addEventListener('click', () => goTo(steps[name]()));
}
byId('flip').addEventListener('click', () => { board.turn(); showPlayers(); });

board.addEventListener('pointerdown', () => { pointed = true; }, true);
board.addEventListener('keydown', () => { pointed = false; }, true);
board.addEventListener('try', event => tryMove(/** @type {CustomEvent} */ (event).detail));
board.addEventListener('chosen', () => { byId('ways').hidden = true; rule(); });
board.addEventListener('fork', event => {
  const card = byId('ways'), moves = /** @type {CustomEvent} */ (event).detail;
  const title = document.createElement('p');
  title.textContent = t('choose-way');
  board.ways = moves.map((/** @type {any} */ m) => m.routes[0]);
  board.show();
  card.replaceChildren(title, ...moves.map((/** @type {any} */ m, /** @type {number} */ i) => {
    const choice = document.createElement('button');
    choice.type = 'button';
    choice.textContent = `${i + 1}. ${m.notation}`;
    choice.addEventListener('click', () => { card.hidden = true; tryMove(m.notation); });
    return choice;
  }));
  card.hidden = false;
  card.querySelector('button')?.focus();
});

byId('typed').addEventListener('submit', event => {
  event.preventDefault();
  const input = /** @type {HTMLInputElement} */ (/** @type {HTMLFormElement} */ (event.target).elements.namedItem('move'));
  const notation = input.value.trim();
  pointed = false;
  if (notation) tryMove(notation);
  input.value = '';
});

byId('drop-try').addEventListener('click', () => {
  const parent = tree.parent(here);
  tree.drop(here);
  goTo(parent);
  byId('line').focus();
});

/** Says that something was done. @param {string} text */
const tell = text => { byId('told').textContent = text; };

/** @param {string} text */
async function copy(text) {
  const copied = await navigator.clipboard?.writeText(text).then(() => true, () => false);
  if (copied) return tell(t('copied'));
  // Without a clipboard the text is shown, ready to be copied by hand.
  const field = /** @type {HTMLTextAreaElement} */ (byId('by-hand'));
  field.hidden = false;
  field.value = text;
  field.select();
  tell(t('copy-by-hand'));
}

const pdn = () => fetch(`/api/study/${source}/pdn${query}`, {
  method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(tree.tries()),
}).then(response => response.text());

byId('copy-pdn').addEventListener('click', async () => copy(await pdn()));
byId('copy-fen').addEventListener('click', () => copy(here.fen));
byId('copy-link').addEventListener('click', () => copy(new URL(location.pathname + location.search + location.hash, byId('study').dataset.base || location.origin).href));
byId('download-pdn').addEventListener('click', async () => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([await pdn()], { type: 'application/x-pdn' }));
  link.download = `damiera-${source.split('/')[1]}.pdn`;
  link.click();
  URL.revokeObjectURL(link.href);
});
for (const kind of ['svg', 'png']) {
  byId(`diagram-${kind}`).addEventListener('click', () => {
    const link = document.createElement('a');
    link.href = `/api/diagram.${kind}?${new URLSearchParams({ ...tree.path(here), bottom: board.flipped ? 'black' : 'white' })}`;
    link.download = `damiera.${kind}`;
    link.click();
  });
}
byId('keep-tries').addEventListener('click', async () => {
  const response = await fetch(`/api/study/${source}/keep${query}`, {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(tree.tries()),
  });
  const answer = await response.json();
  if (response.ok) location.href = `/study/${answer.id}`;
  else tell(answer.text);
});
byId('edit').addEventListener('click', () => { location.href = `/editor?${new URLSearchParams({ game: study.variant, fen: here.fen })}`; });
byId('find').addEventListener('click', () => { location.href = `/games?${new URLSearchParams({ game: study.variant, fen: here.fen })}`; });

addEventListener('hashchange', () => goTo(tree.at(location.hash)));

const answer = await fetch(`/api/study/${source}${query}`);
study = await answer.json();
if (answer.ok) {
  tree = new Tree(study);
  analysis = new Analysis(board, { play: tryMove, allowed: !study['in-play'] });
  board.flipped = new URLSearchParams(location.search).get('side') === 'black';
  board.coordinates = setting('coordinates');
  board.lay(study.board);
  showHead();
  showPlayers();
  await go(tree.at(location.hash) ?? tree.root);
} else {
  rule(t('nothing-here'), study.text);
}
