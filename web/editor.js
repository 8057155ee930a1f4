// The board editor: sets pieces, and asks the server what is wrong with the set-up.
import { call } from './api.js';
import { DamieraBoard } from './board.js';
import { byId, fieldById, make, onCustom } from './dom.js';
import { fenOf, piecesOf } from './fen.js';
import { setting } from './settings.js';
import { createState } from './state.js';

/** @typedef {import('api').JudgedSetup} JudgedSetup */
/**
 * @typedef {object} EditorState
 * @property {string} variant
 * @property {string} turn
 * @property {JudgedSetup | null} setup The set-up as the server judged it.
 * @property {string[]} faults
 * @property {boolean} isSound
 * @property {number} requests How many judgements were asked for: a late answer to an earlier one is ignored.
 */

/** The editor's keys 1 to 5. */
const TOOLS = ['white-man', 'white-king', 'black-man', 'black-king', 'erase'];

const board = /** @type {DamieraBoard} */ (byId('board'));
const form = /** @type {HTMLFormElement} */ (byId('tools'));
/** @type {EditorState} */
const initial = { variant: fieldById('game').value, turn: 'white', setup: null, faults: [], isSound: false, requests: 0 };
const state = createState(initial);

// Actions.

/** Asks what is to be said of a set-up. @param {string} fen */
async function judge(fen) {
  const requests = state.current.requests + 1, game = state.current.variant;
  state.update({ requests });
  const asked = await call('POST /api/setup', { body: { game, fen } });
  if (requests !== state.current.requests) return;
  byId('fen-problem').textContent = asked.ok ? '' : asked.problem.text;
  fieldById('fen').setAttribute('aria-invalid', String(!asked.ok));
  if (!asked.ok) return state.update({ faults: [], isSound: false });
  const { answer } = asked, faults = answer.faults.map(fault => fault.text);
  state.update({ setup: answer, turn: answer.turn ?? state.current.turn, faults: answer.over ? [...faults, answer.over] : faults, isSound: !faults.length });
}

/** Shows other pieces at once, and asks about them. @param {Map<number, import('./fen.js').Piece>} pieces */
function place(pieces) {
  board.update({ pieces });
  return judge(fenOf(state.current.turn, pieces));
}

/** Puts the chosen piece on a square; the same again takes it off. @param {number} square */
function put(square) {
  const pieces = new Map(board.pieces), there = pieces.get(square);
  const [side, rank] = String(new FormData(form).get('tool') ?? TOOLS[0]).split('-'), king = rank === 'king';
  if (side === 'erase' || (there?.side === side && there.king === king)) pieces.delete(square);
  else pieces.set(square, { side: side === 'white' ? 'white' : 'black', king });
  return place(pieces);
}

/** Carries a piece to another square, or off the board. @param {{ from: number, to: number }} carried */
function carry({ from, to }) {
  const pieces = new Map(board.pieces), piece = pieces.get(from);
  pieces.delete(from);
  if (piece && to) pieces.set(to, piece);
  return place(pieces);
}

/** Begins a game from here. @param {'white' | 'black' | 'both'} own */
async function play(own) {
  const person = /** @type {const} */ ({ kind: 'person' }), engine = /** @type {const} */ ({ kind: 'engine', level: Number(fieldById('level').value) });
  const asked = await call('POST /api/games', { body: { variant: state.current.variant, fen: fieldById('fen').value,
    white: own === 'black' ? engine : person, black: own === 'white' ? engine : person } });
  if (asked.ok) location.href = `/game/${asked.answer.id}?side=${own === 'black' ? 'black' : 'white'}`;
  else state.update({ faults: [asked.problem.text], isSound: false });
}

// Views.

state.follow(['setup'], ({ setup, variant }) => {
  if (!setup) return;
  if (setup.board.size !== board.state.layout.size || setup.board.squares.join() !== board.state.layout.squares.join()) board.update({ layout: setup.board });
  const faulty = setup.faults.flatMap(fault => (fault.square ? [fault.square] : []));
  board.update({ pieces: piecesOf(setup.fen), last: faulty });
  fieldById('fen').value = setup.fen;
  history.replaceState(null, '', `/editor?${new URLSearchParams({ game: variant, fen: setup.fen })}`);
});
state.follow(['turn'], ({ turn }) => { fieldById(`turn-${turn}`).checked = true; });
state.follow(['faults', 'isSound'], ({ faults, isSound }) => {
  byId('faults').replaceChildren(...faults.map(text => make('li', {}, text)));
  byId('sound').hidden = !isSound;
  byId('faulty').hidden = isSound || !faults.length;
  for (const id of ['analyse', 'play-white', 'play-black', 'play-both']) byId(id).toggleAttribute('disabled', !isSound);
});

// Events.

onCustom(board, 'square', square => { put(/** @type {number} */ (square)); });
onCustom(board, 'carry', carried => { carry(/** @type {{ from: number, to: number }} */ (carried)); });
board.addEventListener('keydown', event => {
  const chosen = event.key === 'Delete' || event.key === 'Backspace' ? 'erase' : TOOLS[Number(event.key) - 1];
  if (!chosen) return;
  event.preventDefault();
  fieldById(`tool-${chosen}`).checked = true;
  put(board.state.focused);
});
for (const turn of ['white', 'black']) {
  fieldById(`turn-${turn}`).addEventListener('change', () => { state.update({ turn }); judge(fenOf(turn, board.pieces)); });
}
/** @type {[string, () => void][]} */
const buttons = [
  ['clear', () => { place(new Map()); }], ['initial', () => { judge(''); }],
  ['flip', () => { board.update({ flipped: !board.state.flipped }); }],
  ['analyse', () => { location.href = `/analysis?${new URLSearchParams({ game: state.current.variant, fen: fieldById('fen').value })}`; }],
  ['play-white', () => { play('white'); }], ['play-black', () => { play('black'); }], ['play-both', () => { play('both'); }],
];
for (const [id, act] of buttons) byId(id).addEventListener('click', act);
byId('game').addEventListener('change', () => { state.update({ variant: fieldById('game').value }); judge(''); });
byId('fen-form').addEventListener('submit', event => { event.preventDefault(); judge(fieldById('fen').value); });

// The level last played at, if one was.
fieldById('level').value = String(JSON.parse(localStorage.getItem('new-game') ?? '{}').level ?? 3);
board.update({ tool: 'square', coordinates: setting('coordinates') });
await judge(new URLSearchParams(location.search).get('fen') ?? '');
