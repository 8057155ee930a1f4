// What can be done on the study page: going to a position, and trying moves that the server judges.
import { call } from '../api.js';
import { make } from '../dom.js';
import { asking } from '../game/model.js';
import { t } from '../texts.js';

/** @typedef {import('./tree.js').StudyNode} StudyNode */
/** @typedef {'first' | 'back' | 'forward' | 'last' | 'previous' | 'next'} Direction */

export class StudyActions {
  /** @param {import('../state.js').State<import('./model.js').StudyState>} state @param {import('../board.js').DamieraBoard} board */
  constructor(state, board) {
    this.state = state;
    this.board = board;
  }

  /** Goes to a position of the tree. @param {StudyNode | undefined} node */
  async go(node) {
    if (!node) return;
    const { tree } = this.state.current;
    history.replaceState(null, '', location.pathname + location.search + tree.anchor(node));
    this.state.update({ here: node, position: null, ruling: null, question: null });
    const asked = await call('GET /api/position', { query: tree.path(node) });
    if (this.state.current.here !== node || !asked.ok) return;
    const { over } = asked.answer;
    this.state.update({ position: asked.answer, ruling: over ? { title: t('game-over'), text: over } : this.#breakAt(node) });
  }

  /** Where the record breaks a rule, says so. @param {StudyNode} node */
  #breakAt(node) {
    const { tree, study } = this.state.current, ply = tree.ply(node);
    if (!tree.children(node).every(child => child.own)) return null;
    const found = study.breaks.find(b => b.depth === node.depth && b.ply === ply + 1);
    if (!found) return null;
    const text = found.due.length ? `${found.text} ${t('due')} ${found.due.join(', ')}` : found.text;
    return { title: t('record-breaks'), text, article: found.article, kind: /** @type {const} */ ('refused') };
  }

  /** @param {Direction} direction */
  step(direction) {
    const { tree, here } = this.state.current, parent = tree.parent(here), beside = parent ? tree.children(parent) : [];
    const aside = /** @param {number} by */ by => beside[(beside.indexOf(here) + by + beside.length) % beside.length];
    const to = { first: () => tree.root, back: () => parent, forward: () => tree.children(here)[0], last: () => tree.end(here),
      previous: () => aside(-1), next: () => aside(1) }[direction]();
    if (to !== here) this.go(to);
  }

  /** A reader's own move, judged by the server; says whether it was made. @param {string} notation */
  async tryMove(notation) {
    const { here, tree } = this.state.current, path = tree.path(here);
    const asked = await call('GET /api/position', { query: { ...path, moves: `${path.moves} ${notation}`.trim() } });
    if (this.state.current.here !== here) return false;
    if (!asked.ok) {
      const { text, article, due } = asked.problem;
      this.board.undo();
      this.board.update({ paths: due ?? [] });
      this.state.update({ ruling: { title: t('not-allowed', { move: notation }), text, article, kind: 'refused' } });
      return false;
    }
    if (!asked.answer.last) return false;
    const node = tree.grow(here, asked.answer.last, asked.answer.fen);
    this.state.update({ revision: this.state.current.revision + 1 });
    await this.go(node);
    return true;
  }

  /** Several moves are meant by one tap: asks which. @param {import('api').Legal[]} moves */
  askWhich(moves) {
    this.board.update({ ways: moves.map(m => m.routes[0]) });
    const choices = moves.map((m, i) => {
      const choice = make('button', { type: 'button', 'data-move': m.notation }, `${i + 1} · ${m.notation}`);
      choice.addEventListener('click', () => { this.state.update({ question: null }); this.board.choose(m); });
      return choice;
    });
    this.state.update(asking(this.state.current, { text: t('choose-way'), choices }));
  }

  /** Removes the reader's own move that is looked at, with all that follows it. */
  dropVariation() {
    const { tree, here, revision } = this.state.current, parent = tree.parent(here);
    tree.drop(here);
    this.state.update({ revision: revision + 1 });
    return this.go(parent);
  }
}
