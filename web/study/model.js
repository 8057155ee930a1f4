// The state of the study page.
import { Tree } from './tree.js';

/** @typedef {import('./tree.js').StudyNode} StudyNode */
/** @typedef {import('api').StudiedGame} Study */
/** @typedef {import('api').Position} Position */
/**
 * @typedef {object} StudyState
 * @property {Study} study The record as the server sent it.
 * @property {Tree} tree Its positions, and those the reader has added.
 * @property {number} revision Counts the reader's changes to the tree.
 * @property {StudyNode} here The position looked at.
 * @property {Position | null} position What the server says of it: legal moves, and what the endgame tables know.
 * @property {import('../game/model.js').Ruling | null} ruling
 * @property {import('../game/model.js').Question | null} question
 * @property {HTMLElement | null} focused What had the focus when the question was asked; it gets it back.
 * @property {boolean} flipped
 * @property {boolean} isSaved Whether the reader's variations are stored.
 * @property {string} notice What was done with a text to take away.
 * @property {string} byHand A text to be copied by hand, where the browser has no clipboard.
 */

/** @param {Study} study @returns {StudyState} */
export function initialState(study) {
  const tree = new Tree(study);
  return {
    study, tree, revision: 0, here: tree.root, position: null, ruling: null, question: null, focused: null,
    flipped: new URLSearchParams(location.search).get('side') === 'black', isSaved: false, notice: '', byHand: '',
  };
}

/** What the address says: where the record comes from, and a position to start with. */
export function sourceOf() {
  const [kind, id] = (document.getElementById('study')?.dataset.source ?? '').split('/');
  const fen = new URLSearchParams(location.search).get('fen');
  return { path: { kind, id }, query: fen ? { fen } : {} };
}
