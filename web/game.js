// The game page: shows what the server says of the game, and sends what a person tries.
import { DamieraBoard, piecesOf } from './board.js';
import { t } from './texts.js';

const byId = /** @param {string} id */ id => /** @type {HTMLElement} */ (document.getElementById(id));
const board = /** @type {DamieraBoard} */ (byId('board'));
const id = byId('game').dataset.id;
const asked = new URLSearchParams(location.search).get('side');
/** @type {any} */ let shown = null;
/** The clocks' instant by our own clock. */
let received = 0;

const person = /** @param {string} side */ side => shown.seats[side].kind === 'person';
const own = () => asked ?? (person('white') ? 'white' : 'black');
const sideName = /** @param {string} side */ side => t(side);

/** @param {Record<string, unknown>} command */
async function send(command) {
  const response = await fetch(`/api/games/${id}/commands`, {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(command),
  }).catch(() => null);
  if (!response) return rule(t('offline'), '', null);
  const answer = await response.json();
  if (response.ok) {
    rule();
    await take(answer);
  } else {
    const text = command.notation ? t('not-allowed', { move: String(command.notation) }) : '';
    rule(text, answer.text, answer.article);
    board.paths = answer.due ?? [];
    board.show();
  }
}

/** Shows a ruling, or none. @param {string} [title] @param {string} [text] @param {string | null} [article] */
function rule(title, text, article) {
  const card = byId('ruling');
  card.hidden = !title && !text;
  const [heading, body, link] = [card.querySelector('h2'), card.querySelector('p'), card.querySelector('a')];
  if (heading) { heading.textContent = title ?? ''; heading.hidden = !title; }
  if (body) body.textContent = text ?? '';
  if (link) {
    link.hidden = !article;
    const [book, ...number] = (article ?? '').split(' ');
    link.href = `/rules/${encodeURIComponent(book)}/${encodeURIComponent(number.join(' '))}`;
    link.textContent = article ?? '';
  }
}

/** Takes a newer state of the game, showing the moves that led to it. @param {any} next */
async function take(next) {
  if (shown && next.view.seq < shown.view.seq) return;
  const before = shown;
  shown = next;
  received = performance.now();
  if (!before) {
    board.flipped = own() === 'black';
    board.lay(next.board);
  }
  const played = before && next.view.moves.length === before.view.moves.length + 1 ? next.view.moves.at(-1) : null;
  const m = played && before.view.legal.find((/** @type {any} */ legal) => legal.notation === played.notation);
  if (m) {
    board.chosen = [];
    board.paths = [];
    byId('announce').textContent = t('moved', { side: sideName(played.by), move: played.notation });
    await board.hop(m);
    board.last = m.routes[0] ?? [m.from, m.to];
  }
  if (next !== shown) return;
  board.pieces = piecesOf(next.view.fen);
  board.legal = person(next.view.turn) ? next.view.legal : [];
  board.show();
  const main = byId('game');
  main.dataset.ply = String(next.view.moves.length);
  main.dataset.state = next.view.end ? 'over' : person(next.view.turn) ? 'move' : 'wait';
  showPlayers();
  showMoves();
  showCounts();
  showActs();
  if (next.view.end) rule(`${t('game-over')} · ${next.view.end.result}`, next.view.end.text, next.view.end.article);
  else if (next.view.offer && person(next.view.offer === 'white' ? 'black' : 'white')) rule('', t('draw-offered', { side: sideName(next.view.offer) }));
}

function showPlayers() {
  const near = board.flipped ? 'black' : 'white';
  for (const [place, side] of [['near', near], ['far', near === 'white' ? 'black' : 'white']]) {
    const row = byId(place), seat = shown.seats[side], turns = shown.view.turn === side && !shown.view.end;
    const both = person('white') && person('black');
    const set = /** @param {string} part @param {string} text */ (part, text) => { const e = row.querySelector(part); if (e) e.textContent = text; };
    row.dataset.side = side;
    set('.who', seat.kind === 'engine' ? t('damiera-level', { level: seat.level }) : both ? sideName(side) : t('you'));
    const state = !turns ? '' : seat.kind === 'engine' ? t('thinking') : both ? t('to-move') : t('your-move');
    set('.state', [both ? '' : sideName(side), state].filter(Boolean).join(' · '));
    row.classList.toggle('turn', turns);
  }
  byId('title').textContent = t('game-of', { move: t(shown.view.variant) });
  document.title = `Damiera · ${t(shown.view.variant)}`;
  showClocks();
}

function showClocks() {
  if (!shown) return;
  for (const place of ['near', 'far']) {
    const row = byId(place), face = shown.view.clocks[row.dataset.side === 'white' ? 0 : 1];
    const clock = /** @type {HTMLElement} */ (row.querySelector('.clock'));
    clock.hidden = !face;
    if (!face) continue;
    const left = Math.max(0, face.left - (face.runs ? performance.now() - received : 0));
    const seconds = Math.ceil(left / 1000), pad = /** @param {number} n */ n => String(n).padStart(2, '0');
    clock.textContent = left < 10_000 ? (left / 1000).toFixed(1) : `${Math.floor(seconds / 60)}:${pad(seconds % 60)}`;
    clock.classList.toggle('runs', face.runs);
  }
}

function showMoves() {
  const list = byId('moves'), first = shown.view.moves[0]?.by;
  list.replaceChildren();
  if (list.parentElement) list.parentElement.hidden = !first;
  /** @type {HTMLElement | null} */ let line = null;
  shown.view.moves.forEach((/** @type {any} */ move, /** @type {number} */ i) => {
    if (move.by === first || !line) {
      line = document.createElement('li');
      list.append(line);
    }
    const text = document.createElement('span');
    text.textContent = move.irregularity ? `${move.notation} !` : move.notation;
    if (i === shown.view.moves.length - 1) text.setAttribute('aria-current', 'true');
    line.append(text);
  });
  list.scrollTop = list.scrollHeight;
  list.scrollLeft = list.scrollWidth;
}

function showCounts() {
  const card = byId('counts');
  card.hidden = !shown.view.counts.length;
  card.replaceChildren(...shown.view.counts.map((/** @type {any} */ count) => {
    const line = document.createElement('div');
    const bar = document.createElement('progress');
    bar.max = count.limit;
    bar.value = count.made;
    const label = document.createElement('span');
    label.textContent = count.text;
    const figure = document.createElement('b');
    figure.textContent = `${count.made} / ${count.limit}`;
    bar.setAttribute('aria-label', count.text);
    line.append(label, bar, figure);
    return line;
  }));
}

/** A button that asks something of the game. @param {string} key @param {() => void} act @param {string} [kind] */
function button(key, act, kind = '') {
  const element = document.createElement('button');
  element.type = 'button';
  element.className = kind;
  element.textContent = t(key);
  element.addEventListener('click', act);
  return element;
}

function showActs() {
  const view = shown.view, acts = [];
  const side = person(view.turn) ? view.turn : view.turn === 'white' ? 'black' : 'white';
  if (view.end) {
    acts.push(button('rematch', rematch, 'primary'));
    acts.push(button('new-game', () => { location.href = '/'; }));
  } else {
    if (view.offer && view.offer !== side) {
      acts.push(button('accept-draw', () => send({ by: side, ask: 'accept-draw' }), 'primary'));
      acts.push(button('decline-draw', () => send({ by: side, ask: 'decline-draw' })));
    } else {
      acts.push(button('offer-draw', () => send({ by: side, ask: 'offer-draw' })));
    }
    if (view.claims.length) acts.push(button('claim-draw', () => send({ by: side, ask: 'claim-draw' })));
    if (!view.counts.length) acts.push(button('ask-count', () => send({ by: side, ask: 'count', limit: null })));
    if (view.moves.length) acts.push(button('takeback', () => send({ by: side, ask: 'ask-takeback' })));
    acts.push(button('resign', () => confirmResign(side)));
  }
  acts.push(button('flip', () => { board.turn(); showPlayers(); }));
  acts.push(button('download-pdn', () => { location.href = `/api/games/${id}/pdn`; }));
  byId('acts').replaceChildren(...acts);
}

/** @param {string} side */
function confirmResign(side) {
  const yes = button('yes-resign', () => send({ by: side, ask: 'resign' }), 'primary');
  const question = document.createElement('p');
  question.textContent = t('resign-sure');
  byId('acts').replaceChildren(question, yes, button('cancel', showActs));
  yes.focus();
}

async function rematch() {
  const response = await fetch('/api/games', {
    method: 'POST', headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ variant: shown.view.variant, white: shown.seats.black, black: shown.seats.white }),
  });
  const game = await response.json();
  if (response.ok) location.href = `/game/${game.id}?side=${own() === 'white' ? 'black' : 'white'}`;
}

board.addEventListener('try', event => {
  send({ by: shown.view.turn, ask: 'move', notation: /** @type {CustomEvent} */ (event).detail });
});

board.addEventListener('fork', event => {
  const card = byId('ways'), moves = /** @type {CustomEvent} */ (event).detail;
  const title = document.createElement('p');
  title.textContent = t('choose-way');
  board.paths = moves.map((/** @type {any} */ m) => m.routes[0]);
  board.show();
  card.replaceChildren(title, ...moves.map((/** @type {any} */ m) => {
    const choice = document.createElement('button');
    choice.type = 'button';
    choice.dataset.move = m.notation;
    choice.textContent = m.notation;
    choice.addEventListener('click', () => {
      card.hidden = true;
      send({ by: shown.view.turn, ask: 'move', notation: m.notation });
    });
    return choice;
  }));
  card.hidden = false;
  card.querySelector('button')?.focus();
});

board.addEventListener('chosen', () => { byId('ways').hidden = true; rule(); });

byId('typed').addEventListener('submit', event => {
  event.preventDefault();
  const input = /** @type {HTMLInputElement} */ (/** @type {HTMLFormElement} */ (event.target).elements.namedItem('move'));
  const notation = input.value.trim();
  if (notation) send({ by: shown.view.turn, ask: 'move', notation });
  input.value = '';
});

/** Hears of changes; the browser reconnects by itself, and we ask again from where we are. */
function listen() {
  const stream = new EventSource(`/api/games/${id}/stream?after=${shown.view.seq}`);
  stream.onmessage = event => { take(JSON.parse(event.data)); };
  stream.onerror = () => {
    stream.close();
    setTimeout(listen, 1000);
  };
}

const first = await fetch(`/api/games/${id}`);
await take(await first.json());
listen();
setInterval(showClocks, 100);
