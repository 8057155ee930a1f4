// The board editor: sets pieces, and asks the server what is wrong with the set-up.
import { DamieraBoard, piecesOf } from './board.js';
import { setting } from './settings.js';
import { t } from './texts.js';

const byId = /** @param {string} id */ id => /** @type {HTMLElement} */ (document.getElementById(id));
const field = /** @param {string} id */ id => /** @type {HTMLInputElement} */ (byId(id));
const board = /** @type {DamieraBoard} */ (byId('board'));
const form = /** @type {HTMLFormElement} */ (byId('tools'));
const asked = new URLSearchParams(location.search);
let turn = 'white';
let laid = '';
/** How often was asked: an answer that comes late is left aside. */
let asks = 0;

const variant = () => field('game').value;
const tool = () => String(new FormData(form).get('tool') ?? 'white-man');

/** The set-up as a FEN. */
function written() {
  const of = /** @param {string} side */ side => [...board.pieces].filter(([, piece]) => piece.side === side)
    .sort(([a], [b]) => a - b).map(([square, piece]) => `${piece.king ? 'K' : ''}${square}`).join(',');
  return `${turn === 'white' ? 'W' : 'B'}:W${of('white')}:B${of('black')}`;
}

/** Sets what is chosen on a square; the same again takes it off. @param {number} square */
function put(square) {
  board.focused = square;
  const [side, rank] = tool().split('-'), king = rank === 'king', there = board.pieces.get(square);
  if (side === 'erase' || (there && there.side === side && there.king === king)) board.pieces.delete(square);
  else board.pieces.set(square, { side: /** @type {'white' | 'black'} */ (side), king });
  judge(written());
}

/** Carries a piece to another square, or off the board. @param {{ from: number, to: number }} carried */
function carry({ from, to }) {
  const piece = board.pieces.get(from);
  board.pieces.delete(from);
  if (piece && to) board.pieces.set(to, piece);
  judge(written());
}

/** Asks what is to be said of a set-up, and shows it. @param {string} fen */
async function judge(fen) {
  asks += 1;
  const own = asks;
  const response = await fetch('/api/setup', {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ game: variant(), fen }),
  }).catch(() => null);
  if (!response) return say([t('offline')]);
  const answer = await response.json();
  if (own !== asks) return;
  if (!response.ok) return say([answer.text]);
  if (laid !== variant()) {
    laid = variant();
    board.lay(answer.board);
  }
  turn = answer.turn ?? turn;
  field(`turn-${turn}`).checked = true;
  board.pieces = piecesOf(answer.fen);
  field('fen').value = answer.fen;
  const faulty = answer.faults.map((/** @type {any} */ fault) => fault.square).filter(Boolean);
  board.last = faulty;
  board.show();
  const texts = answer.faults.map((/** @type {any} */ fault) => fault.text);
  say(answer.over ? [...texts, answer.over] : texts, !texts.length);
  history.replaceState(null, '', `/editor?${new URLSearchParams({ game: variant(), fen: answer.fen })}`);
}

/** @param {string[]} faults @param {boolean} [sound] */
function say(faults, sound = false) {
  const list = byId('faults');
  list.replaceChildren(...faults.map(text => {
    const item = document.createElement('li');
    item.textContent = text;
    return item;
  }));
  byId('sound').hidden = !sound;
  byId('faulty').hidden = sound;
  for (const id of ['analyse', 'play-white', 'play-black', 'play-both']) byId(id).toggleAttribute('disabled', !sound);
}

/** Begins a game from here. @param {string} own */
async function play(own) {
  const person = { kind: 'person' }, engine = { kind: 'engine', level: Number(field('level').value) };
  const wish = { variant: variant(), fen: field('fen').value, white: own === 'black' ? engine : person, black: own === 'white' ? engine : person };
  const response = await fetch('/api/games', {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(wish),
  });
  const answer = await response.json();
  if (response.ok) location.href = `/game/${answer.id}?side=${own === 'black' ? 'black' : 'white'}`;
  else say([answer.text]);
}

board.tool = 'square';
board.addEventListener('square', event => put(/** @type {CustomEvent} */ (event).detail));
board.addEventListener('carry', event => carry(/** @type {CustomEvent} */ (event).detail));
board.addEventListener('keydown', event => {
  const keys = ['white-man', 'white-king', 'black-man', 'black-king', 'erase'];
  const chosen = event.key === 'Delete' || event.key === 'Backspace' ? 'erase' : keys[Number(event.key) - 1];
  if (!chosen) return;
  event.preventDefault();
  field(`tool-${chosen}`).checked = true;
  put(board.focused);
});
for (const side of ['white', 'black']) field(`turn-${side}`).addEventListener('change', () => { turn = side; judge(written()); });
byId('game').addEventListener('change', () => judge(''));
byId('clear').addEventListener('click', () => { board.pieces = new Map(); judge(written()); });
byId('initial').addEventListener('click', () => judge(''));
byId('flip').addEventListener('click', () => board.turn());
byId('fen-form').addEventListener('submit', event => { event.preventDefault(); judge(field('fen').value); });
byId('analyse').addEventListener('click', () => {
  location.href = `/analysis?${new URLSearchParams({ game: variant(), fen: field('fen').value })}`;
});
byId('play-white').addEventListener('click', () => play('white'));
byId('play-black').addEventListener('click', () => play('black'));
byId('play-both').addEventListener('click', () => play('both'));

// The level last played at, if one was.
field('level').value = String(JSON.parse(localStorage.getItem('new-game') ?? '{}').level ?? 3);
board.coordinates = setting('coordinates');
await judge(asked.get('fen') ?? '');
