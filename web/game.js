// The game page: shows what the server says of the game, and sends what a person tries.
import { ArbiterPanel } from './arbiter.js';
import { DamieraBoard, piecesOf } from './board.js';
import { clockFace } from './clock.js';
import { Connection } from './connection.js';
import { articlePage, showRuling } from './ruling.js';
import { setting, settingsIn } from './settings.js';
import { endSound, moveSound, refusalSound } from './sounds.js';
import { t } from './texts.js';

const byId = /** @param {string} id */ id => /** @type {HTMLElement} */ (document.getElementById(id));
const board = /** @type {DamieraBoard} */ (byId('board'));
const id = byId('game').dataset.id;
const asked = new URLSearchParams(location.search).get('side');
/** @type {any} */ let shown = null;
/** The clocks' instant by our own clock. */
let received = 0;
/** The ply one looks back at, or null for the present. @type {number | null} */
let viewed = null;
/** The positions so far, once somebody has looked back. @type {{ seq: number, steps: any[] } | null} */
let line = null;
/** @type {ArbiterPanel | null} */ let arbiter = null;
/** Whether a draw was offered to the engine and not yet answered. */
let offered = false;

/** The sides we may act for. @type {string[]} */
let mine = [];
/** Who is there, by side. @type {Record<string, boolean> | null} */
let presence = null;
/** Who offers another game. @type {string | null} */
let rematchBy = null;

const person = /** @param {string} side */ side => shown.seats[side].kind === 'person' && mine.includes(side);
/** Whether somebody far away plays a side. @param {string} side */
const apart = side => shown.seats[side].kind === 'person' && !mine.includes(side);
const own = () => asked ?? (person('white') || !person('black') ? 'white' : 'black');
const other = /** @param {string} side */ side => (side === 'white' ? 'black' : 'white');
const rule = /** @param {string} [title] @param {string} [text] @param {string | null} [article] */ (title, text, article) =>
  showRuling(byId('ruling'), title, text, article);

/** A move as the reader writes squares. @param {string} notation */
function written(notation) {
  if (setting('coordinates') !== 'algebraic' || notation.includes(':')) return notation;
  return notation.replace(/\d+/g, number => shown.board.squares[Number(number) - 1]?.[2] ?? number);
}

// The connection: this page talks to the server about its game here, and nowhere else.

/** @param {string} path @param {unknown} [body] @returns {Promise<{ ok: boolean, answer: any }>} */
async function talk(path, body) {
  const sent = body === undefined ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(`/api/games/${id}${path}`, sent).catch(() => null);
  return response ? { ok: response.ok, answer: await response.json() } : { ok: false, answer: { text: t('offline') } };
}

const connection = new Connection(id ?? '');
/** One piece of news after the other, so that a hop is over before the next begins. */
let news = Promise.resolve();
/** What was asked, by name, until it is answered. @type {Map<string, { command: Record<string, unknown>, answered: (done: boolean) => void }>} */
const waiting = new Map();

/** Asks something of the game; says whether it was done. @param {Record<string, unknown>} command @returns {Promise<boolean>} */
function send(command) {
  if (command.ask === 'offer-draw') offered = shown.seats[other(String(command.by))].kind === 'engine';
  if (connection.up) rule(); // before the answer: the next ruling may come with it
  byId('ways').hidden = true;
  return new Promise(answered => { waiting.set(connection.ask(command), { command, answered }); });
}

/** Hears what the connection tells. @param {string} kind @param {(told: any) => void} hear */
const on = (kind, hear) => connection.addEventListener(kind, event => { hear(/** @type {CustomEvent} */ (event).detail); });

/** A command was answered. @param {string} name @param {boolean} done */
function settle(name, done) {
  const { command, answered } = waiting.get(name) ?? {};
  waiting.delete(name);
  news.then(() => { answered?.(done); }); // once what came of it is shown
  return command;
}

on('sides', sides => { mine = sides; });
on('shown', take);
on('done', ({ id: name }) => { settle(name, true); });
on('stale', ({ id: name }) => { settle(name, false); });
on('dropped', ({ id: name }) => { settle(name, false); plan([]); rule(); });
on('held', ({ id: name }) => {
  const notation = String(settle(name, true)?.notation);
  plan(squaresOf(notation));
  rule('', t('premove-held', { move: written(notation) }));
});
on('bad', ({ text }) => { rule('', text); });
on('refused', ({ id: name, text, article, due }) => {
  const command = settle(name, false);
  refusalSound();
  const ways = (due ?? []).slice(0, 4).map((/** @type {number[]} */ path) => written(path.join('x'))).join(', ');
  const why = ways ? `${text} ${t('due')} ${ways}.` : text;
  rule(command?.notation ? t('not-allowed', { move: written(board.asTried(String(command.notation))) }) : '', why, article);
  board.chosen = [];
  board.ways = [];
  board.paths = due ?? [];
  board.show();
});
on('down', () => {
  if (shown && !shown.view.end) rule(t('connection-lost'));
  byId('game').dataset.line = 'down';
});
on('up', () => {
  if (cancelled) cancelPlan(); // nobody heard it
  if (byId('game').dataset.line === 'down' && !shown?.view.end) rule();
  byId('game').dataset.line = 'up';
});
on('presence', told => { presence = told; if (shown) showPlayers(); });
on('rematch', ({ by, game }) => {
  if (game && mine.length) location.href = `/game/${game}${apart(other(mine[0])) ? '' : `?side=${other(own())}`}`;
  rematchBy = by;
  if (!mine.includes(by)) rule('', t('rematch-offered', { side: t(by) }));
  if (shown) showActs();
});

// A move kept for the next turn: shown on the board until it is played, dropped or cancelled.

/** Whether a plan was cancelled while nobody could hear it. */
let cancelled = false;

/** The squares of a move as somebody wrote it. @param {string} notation @returns {number[]} */
function squaresOf(notation) {
  const number = /** @param {string} name */ name => Number(name) || shown.board.squares.findIndex((/** @type {any} */ s) => s[2] === name.toLowerCase()) + 1;
  return notation.split(/[-x:]/).map(name => number(name.trim())).filter(Boolean);
}

/** Shows the move that is kept. @param {number[]} squares */
function plan(squares) {
  board.planned = squares;
  board.show();
}

function cancelPlan() {
  cancelled = !connection.up;
  connection.say({ type: 'cancel-premove', by: mine[0] });
}

board.addEventListener('unplan', () => { cancelPlan(); rule('', t('premove-cancelled')); });
addEventListener('keydown', event => { if (event.key === 'Escape') board.unplan(); });
addEventListener('pointerdown', event => {
  if (event.target instanceof Element && !event.target.closest('damiera-board, a, button, input, summary, label')) board.unplan();
});

/** Takes a newer state of the game once all before it has been shown. @param {any} next */
function take(next) {
  news = news.then(() => accept(next));
  return news;
}

/** Shows a newer state of the game and the move that led to it. @param {any} next */
async function accept(next) {
  if (shown && next.view.seq <= shown.view.seq) {
    // The same news twice, by answer and by stream, must not cut a hop short; only the clocks are newer.
    if (next.view.seq === shown.view.seq) {
      shown.view.clocks = next.view.clocks;
      received = performance.now();
    }
    return;
  }
  const before = shown;
  shown = next;
  received = performance.now();
  if (!before) begin();
  const played = before && next.view.moves.length === before.view.moves.length + 1 && next.view.moves.at(-1);
  if (played) {
    board.planned = [];
    board.chosen = [];
    board.paths = [];
    board.ways = [];
    byId('announce').textContent = t('moved', { side: t(played.by ?? 'arbiter'), move: written(played.notation) });
    moveSound(next.last?.captures.length ?? 0);
    if (viewed === null && next.last) await board.hop(next.last.path, next.last.captures);
  }
  if (viewed === null) showNow();
  showState();
  tell(before, next);
}

/** The first time the game is seen. */
function begin() {
  board.flipped = !shown.table && own() === 'black';
  board.coordinates = setting('coordinates');
  board.lay(shown.board);
  if (shown.table) arbiter = new ArbiterPanel(byId('arbiter'), board, { send, talk, state: () => shown, reset: showNow });
}

/** The present position. */
function showNow() {
  viewed = null;
  board.pieces = piecesOf(shown.view.fen);
  board.last = shown.last?.path ?? [];
  board.taken = shown.last?.captures ?? [];
  board.legal = person(shown.view.turn) ? shown.view.legal : [];
  board.ahead = person(shown.view.turn) || shown.view.end ? null : mine[0] ?? null;
  if (!board.ahead) board.planned = [];
  board.show();
}

function showState() {
  const main = byId('game'), view = shown.view;
  main.dataset.ply = String(view.moves.length);
  main.dataset.state = view.end ? 'over' : person(view.turn) ? 'move' : 'wait';
  showPlayers();
  showMoves();
  showCounts();
  showActs();
  arbiter?.show();
}

/** Says what has changed besides the board. @param {any} before @param {any} next */
function tell(before, next) {
  const { view } = next, declined = offered && !view.offer;
  if (declined || view.end) offered = false;
  if (view.end) {
    if (before && !before.view.end) endSound();
    const alone = person('white') !== person('black'), side = person('white') ? 'white' : 'black';
    const title = !alone || view.end.result === '*' ? t('game-over') : t(next.winner ? (next.winner === side ? 'result-win' : 'result-loss') : 'result-draw');
    rule(`${title} · ${view.end.result}`, view.end.text, view.end.article);
  } else if (view.offer && person(other(view.offer))) rule('', t('draw-offered', { side: t(view.offer) }));
  else if (view.takeback && person(other(view.takeback))) rule('', t('takeback-asked', { side: t(view.takeback) }));
  else if (declined) rule('', t('draw-declined'));
}

function showPlayers() {
  const near = board.flipped ? 'black' : 'white', both = person('white') && person('black');
  for (const [place, side] of [['near', near], ['far', other(near)]]) {
    const row = byId(place), seat = shown.seats[side], turns = shown.view.turn === side && !shown.view.end;
    const set = /** @param {string} part @param {string} text */ (part, text) => { const e = row.querySelector(part); if (e) e.textContent = text; };
    row.dataset.side = side;
    const far = apart(side), named = shown.names[side === 'white' ? 0 : 1] ?? t('guest');
    set('.who', seat.kind === 'engine' ? t('damiera-level', { level: seat.level }) : both ? t(side) : far ? named : t('you'));
    const state = !turns ? '' : seat.kind === 'engine' ? t('thinking') : both || far ? t('to-move') : t('your-move');
    const here = far && presence && !shown.view.end ? t(presence[side] ? 'opponent-here' : 'opponent-away') : '';
    set('.state', [both ? '' : t(side), here, state].filter(Boolean).join(' · '));
    row.classList.toggle('away', far && presence !== null && !presence[side]);
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
    const runs = face.runs && !shown.view.end, gone = runs ? Math.max(0, performance.now() - received - face.free) : 0;
    const left = face.left > 0 ? face.left - gone : face['in-period'] - gone;
    const periods = face.periods ? ` · ${t('periods-left', { made: face.periods })}` : '';
    clock.textContent = clockFace(Math.max(0, left)) + periods;
    clock.classList.toggle('runs', runs);
    clock.classList.toggle('low', runs && left < 20_000);
    if (runs && left < 0 && face.periods) {
      received = performance.now();
      talk('').then(({ ok, answer }) => { if (ok) take(answer); });
    }
  }
}

function showMoves() {
  const list = byId('moves'), moves = shown.view.moves, first = moves[0]?.by, current = viewed ?? moves.length;
  list.replaceChildren();
  if (list.parentElement) list.parentElement.hidden = !moves.length;
  /** @type {HTMLElement | null} */ let row = null;
  moves.forEach((/** @type {any} */ move, /** @type {number} */ i) => {
    if (move.by === first || !row) {
      row = document.createElement('li');
      list.append(row);
    }
    const ply = document.createElement('button');
    ply.type = 'button';
    ply.className = 'ply';
    ply.textContent = move.irregularity ? t('pending-title') : move.by ? written(move.notation) : t('arbiter');
    if (move.irregularity || !move.by) ply.title = move.notation;
    if (i + 1 === current) ply.setAttribute('aria-current', 'true');
    ply.addEventListener('click', () => { look(i + 1); });
    row.append(ply);
  });
  const now = list.querySelector('[aria-current]');
  if (now instanceof HTMLElement) {
    list.scrollTop = now.offsetTop - list.clientHeight / 2;
    list.scrollLeft = now.offsetLeft - list.clientWidth / 2;
  }
}

/** Looks back at the position after so many plies; the last is the game itself. @param {number} ply */
async function look(ply) {
  const most = shown.view.moves.length;
  if (!line || line.seq !== shown.view.seq) {
    const { ok, answer } = await talk('/line');
    if (!ok) return;
    line = { seq: shown.view.seq, steps: answer };
  }
  const to = Math.max(0, Math.min(most, ply));
  board.chosen = [];
  board.paths = [];
  if (to === most) {
    showNow();
  } else {
    const step = line.steps[to];
    const from = viewed ?? most;
    viewed = to;
    board.legal = [];
    if (to === from + 1) await board.hop(step.path, step.captures);
    if (viewed !== to) return;
    board.pieces = piecesOf(step.fen);
    board.last = step.path;
    board.taken = step.captures;
    board.show();
    byId('announce').textContent = t('looking-back', { made: to, limit: most });
  }
  byId('game').classList.toggle('looking', viewed !== null);
  showMoves();
}

/** @param {string} step */
function stepBy(step) {
  const most = shown.view.moves.length, at = viewed ?? most;
  look({ first: 0, back: at - 1, on: at + 1, last: most }[step] ?? at);
}

function showCounts() {
  const card = byId('counts');
  card.hidden = !shown.view.counts.length;
  card.replaceChildren(...shown.view.counts.map((/** @type {any} */ count) => {
    const row = document.createElement('div');
    const bar = document.createElement('progress');
    bar.max = count.limit;
    bar.value = count.made;
    bar.setAttribute('aria-label', count.text);
    const label = document.createElement('span');
    label.textContent = count.text;
    const figure = document.createElement('b');
    figure.textContent = `${count.made} / ${count.limit}`;
    const link = document.createElement('a');
    link.href = articlePage(count.article);
    link.textContent = count.article;
    row.append(label, figure, bar, link);
    return row;
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
  const side = person(view.turn) ? view.turn : other(view.turn);
  const ask = /** @param {string} ask @param {string} [by] */ (ask, by = side) => () => { send({ by, ask }); };
  byId('typed').hidden = !mine.length || Boolean(view.end);
  if (!mine.length) {
    const watching = document.createElement('p');
    watching.textContent = t('you-watch');
    acts.push(watching);
    if (view.end) acts.push(button('study-game', () => { location.href = `/game/${id}/study`; }));
  } else if (view.end) {
    const key = !apart(other(mine[0])) ? 'rematch' : rematchBy && !mine.includes(rematchBy) ? 'accept-rematch' : 'offer-rematch';
    if (!rematchBy || !mine.includes(rematchBy)) acts.push(button(key, rematch, 'primary'));
    acts.push(button('study-game', () => { location.href = `/game/${id}/study`; }));
    acts.push(button('new-game', () => { location.href = '/'; }));
  } else if (!shown.table) {
    const offeredTo = view.offer && person(other(view.offer)) ? other(view.offer) : null;
    if (offeredTo) {
      acts.push(button('accept-draw', ask('accept-draw', offeredTo), 'primary'));
      acts.push(button('decline-draw', ask('decline-draw', offeredTo)));
    }
    const askedOf = view.takeback && person(other(view.takeback)) ? other(view.takeback) : null;
    if (askedOf) {
      acts.push(button('accept-takeback', ask('accept-takeback', askedOf), 'primary'));
      acts.push(button('decline-takeback', ask('decline-takeback', askedOf)));
    }
    if (view.claims.length) acts.push(button('claim-draw', ask('claim-draw'), 'primary'));
    if (!view.offer) acts.push(button('offer-draw', ask('offer-draw')));
    if (!view.counts.length) acts.push(button('ask-count', () => { send({ by: side, ask: 'count', limit: null }); }));
    if (person(view.turn) && view.moves.some((/** @type {any} */ move) => move.at !== null) && !view.takeback && !apart(other(side))) acts.push(button('takeback', () => { takeBack(side); }));
    acts.push(button('resign', () => { confirmResign(side); }));
  }
  acts.push(button('flip', () => { board.turn(); showPlayers(); }));
  acts.push(button('download-pdn', () => { location.href = `/api/games/${id}/pdn`; }));
  byId('acts').replaceChildren(...acts);
}

/** Against the engine one takes back one's own last move; two at a screen, the move just made. @param {string} side */
function takeBack(side) {
  const both = person('white') && person('black');
  send({ by: both ? shown.view.moves.at(-1).by : side, ask: 'ask-takeback' });
}

/** @param {string} side */
function confirmResign(side) {
  const yes = button('yes-resign', () => { send({ by: side, ask: 'resign' }); }, 'primary');
  const question = document.createElement('p');
  question.textContent = t('resign-sure');
  byId('acts').replaceChildren(question, yes, button('cancel', showActs));
  yes.focus();
}

function rematch() {
  connection.say({ type: 'rematch', by: mine.includes(own()) ? own() : mine[0] });
}

/** Sends a move, after a question where one is wanted. @param {string} notation */
function play(notation) {
  if (viewed !== null || !mine.length) return;
  if (!person(shown.view.turn)) {
    send({ type: 'premove', by: mine[0], notation });
    return;
  }
  const by = arbiter?.mover() ?? shown.view.turn;
  const legal = shown.view.legal.find((/** @type {any} */ m) => m.notation === notation);
  if (!setting('confirm') || !legal || arbiter) {
    send({ by, ask: 'move', notation });
    return;
  }
  board.paths = [legal.routes[0]];
  board.show();
  const yes = button('play-move', () => { send({ by, ask: 'move', notation }); }, 'primary');
  choices(t('confirm-move', { move: written(notation) }), [yes, button('cancel', () => { byId('ways').hidden = true; showNow(); board.paths = []; board.show(); })]);
}

/** A question with buttons. @param {string} question @param {HTMLElement[]} buttons */
function choices(question, buttons) {
  const card = byId('ways'), title = document.createElement('p');
  title.textContent = question;
  card.replaceChildren(title, ...buttons);
  card.hidden = false;
  buttons[0].focus();
}

board.addEventListener('try', event => { play(/** @type {CustomEvent} */ (event).detail); });

board.addEventListener('fork', event => {
  const moves = /** @type {CustomEvent} */ (event).detail;
  board.ways = moves.map((/** @type {any} */ m) => m.routes[0]);
  board.show();
  choices(t('choose-way'), moves.map((/** @type {any} */ m, /** @type {number} */ i) => {
    const choice = document.createElement('button');
    choice.type = 'button';
    choice.dataset.move = m.notation;
    choice.textContent = `${i + 1} · ${written(m.notation)}`;
    choice.addEventListener('click', () => {
      board.ways = [];
      byId('ways').hidden = true;
      play(m.notation);
    });
    return choice;
  }));
});

board.addEventListener('chosen', () => { byId('ways').hidden = true; if (!shown.view.end) rule(); });

byId('typed').addEventListener('submit', event => {
  event.preventDefault();
  const input = /** @type {HTMLInputElement} */ (/** @type {HTMLFormElement} */ (event.target).elements.namedItem('move'));
  const notation = input.value.trim();
  if (notation) play(notation);
  input.value = '';
});

for (const step of /** @type {NodeListOf<HTMLElement>} */ (byId('steps').querySelectorAll('[data-step]'))) {
  step.addEventListener('click', () => { stepBy(step.dataset.step ?? ''); });
}

addEventListener('keydown', event => {
  const at = event.target instanceof HTMLElement ? event.target : document.body;
  if (event.altKey || event.ctrlKey || event.metaKey || at.closest('input, select, textarea')) return;
  const ways = [.../** @type {NodeListOf<HTMLElement>} */ (byId('ways').querySelectorAll('button'))];
  if (!byId('ways').hidden && Number(event.key) >= 1 && Number(event.key) <= ways.length) ways[Number(event.key) - 1].click();
  const onBoard = at.closest('damiera-board') !== null;
  const steps = onBoard ? { PageUp: 'back', PageDown: 'on' }
    : { ArrowLeft: 'back', ArrowRight: 'on', ArrowUp: 'first', ArrowDown: 'last', PageUp: 'back', PageDown: 'on' };
  const step = steps[/** @type {keyof typeof steps} */ (event.key)];
  if (!step || !shown) return;
  event.preventDefault();
  stepBy(step);
});

settingsIn(byId('settings'), () => {
  board.coordinates = setting('coordinates');
  board.build();
  board.show();
  showMoves();
});

setInterval(showClocks, 100);
