// Conditional moves: one plays the opponent's expected move and one's reply on the board, and the pair becomes a node of a tree.
// The server judges every move and keeps the tree; nobody else gets to see it.
import { call } from './api.js';
import { DamieraBoard } from './board.js';
import { button, byId, keyButton, make, onCustom, replaceKeepingFocus } from './dom.js';
import { piecesOf } from './fen.js';
import { showRuling } from './ruling.js';
import { setting } from './settings.js';
import { createState } from './state.js';
import { t } from './texts.js';

/** @typedef {import('api').ConditionalMove} ConditionalMove */
/** @typedef {{ variant: string, fen: string, side: import('api').Side, own_turn: boolean, moves: ConditionalMove[] }} Start */
/**
 * @typedef {object} ConditionalState
 * @property {ConditionalMove[]} nodes
 * @property {number | null} at The node that the board continues.
 * @property {string} expected The opponent's move that waits for a reply; empty while theirs is to be played.
 * @property {import('api').Tried | null} reached
 * @property {import('./ruling.js').Ruling | null} ruling
 */

/** @type {Start} */ const start = JSON.parse(byId('start').textContent ?? '{}');
const game = byId('conditional').dataset.id ?? '', board = /** @type {DamieraBoard} */ (byId('board'));
/** @type {ConditionalState} */ const initial = { nodes: start.moves, at: null, expected: '', reached: null, ruling: null };
const state = createState(initial);

/** The moves from the game's position to a node's reply. @param {ConditionalMove[]} nodes @param {number | null} at @returns {string[]} */
function lineTo(nodes, at) {
  if (at === null) return [];
  const { parent, opponent, reply } = nodes[at];
  return [...lineTo(nodes, parent ?? null), opponent, reply];
}

/** Shows where a line leads, or why a move of it cannot be played. @param {string[]} moves @param {Partial<ConditionalState>} then what holds once it is shown */
async function show(moves, then) {
  const asked = await call('POST /api/try', { body: { variant: start.variant, fen: start.fen, moves } });
  if (asked.ok) {
    state.update({ ...then, reached: asked.answer, ruling: null });
    return true;
  }
  board.undo();
  board.update({ paths: asked.problem.due ?? [] });
  state.update({ ruling: { title: t('not-allowed', { move: moves.at(-1) ?? '' }), text: asked.problem.text, article: asked.problem.article, kind: 'refused' } });
  return false;
}

/** Keeps a tree. @param {ConditionalMove[]} nodes @returns {Promise<boolean>} */
async function keep(nodes) {
  const asked = await call('PUT /api/games/{id}/conditional', { path: { id: game }, body: { moves: nodes } });
  if (!asked.ok) {
    state.update({ ruling: { text: asked.problem.text, article: asked.problem.article, kind: 'refused' } });
    return false;
  }
  state.update({ nodes });
  return true;
}

/** A move was made on the board: the opponent's, or the reply to it. @param {string} notation */
async function played(notation) {
  const { nodes, at, expected } = state.current, line = lineTo(nodes, at);
  if (!expected) {
    const known = nodes.findIndex(node => (node.parent ?? null) === at && node.opponent === notation);
    if (known >= 0) await show(lineTo(nodes, known), { at: known });
    else await show([...line, notation], { expected: notation });
    return;
  }
  if (!await show([...line, expected, notation], {})) return;
  const next = [...nodes, { parent: at, opponent: expected, reply: notation }];
  if (await keep(next)) state.update({ at: next.length - 1, expected: '' });
  else await show(line, { expected: '' });
}

/** Removes a node with all that continues it. @param {number} removed */
async function remove(removed) {
  const { nodes } = state.current;
  /** @type {(number | null)[]} */ const now = [];
  /** @type {ConditionalMove[]} */ const rest = [];
  nodes.forEach((node, i) => {
    const parent = typeof node.parent === 'number' ? now[node.parent] : null, isGone = i === removed || (typeof node.parent === 'number' && parent === null);
    now.push(isGone ? null : rest.length);
    if (!isGone) rest.push({ ...node, parent });
  });
  if (await keep(rest)) await show([], { at: null, expected: '' });
}

/** The nodes below one, as a list. @param {ConditionalState} now @param {number | null} parent @returns {HTMLElement[]} */
function branches(now, parent) {
  const items = now.nodes.flatMap((node, i) => {
    if ((node.parent ?? null) !== parent) return [];
    const text = t('conditional-if', { move: node.opponent, text: node.reply });
    const here = button(text, () => { show(lineTo(state.current.nodes, i), { at: i, expected: '' }); }, 'node');
    here.title = t('conditional-from-here');
    if (now.at === i) here.setAttribute('aria-current', 'true');
    const away = button('×', () => { remove(i); }, 'close');
    away.setAttribute('aria-label', `${t('conditional-remove')}: ${text}`);
    return [make('li', {}, make('span', { class: 'branch' }, here, away), ...branches(now, i))];
  });
  return items.length ? [make('ul', {}, ...items)] : [];
}

state.follow(['nodes', 'at'], now => {
  const tree = branches(now, null);
  replaceKeepingFocus(byId('tree'), tree.length ? tree : [make('p', { class: 'soft' }, t('conditional-none'))]);
});
state.follow(['at', 'expected', 'nodes'], ({ at, expected, nodes }) => {
  byId('prompt').textContent = start.own_turn ? t('conditional-not-now') : expected ? t('conditional-your-reply', { move: expected }) : t('conditional-their-move');
  replaceKeepingFocus(byId('acts'), [
    ...(at !== null || expected ? [keyButton('conditional-start-over', () => { show([], { at: null, expected: '' }); })] : []),
    ...(nodes.length ? [keyButton('conditional-remove-all', async () => { if (await keep([])) await show([], { at: null, expected: '' }); })] : []),
  ]);
});
state.follow(['ruling'], ({ ruling }) => { showRuling(byId('ruling'), ruling); });

let made = 0;
state.follow(['reached'], ({ reached }) => {
  if (!reached) return;
  const { view, last } = reached, isNext = view.moves.length === made + 1;
  made = view.moves.length;
  if (!board.state.layout.squares.length) board.update({ layout: reached.board, coordinates: setting('coordinates'), flipped: start.side === 'black' });
  board.arrive(isNext ? last : null, {
    pieces: piecesOf(view.fen), last: last?.path ?? [], taken: last?.captures ?? [], legal: view.legal, mover: view.end || start.own_turn ? 'none' : view.turn,
  });
});

onCustom(board, 'try', notation => { played(/** @type {string} */ (notation)); });
onCustom(board, 'fork', moves => { board.choose(/** @type {import('api').Legal[]} */ (moves)[0]); });
show([], {});
