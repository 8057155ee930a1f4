// The positions of a game as a tree: those of the record, and those a reader adds.

/** @typedef {import('api').Stepped} Step */
/** @typedef {{ game: string, fen: string, moves: string }} Path how the server is asked about a position */
/** @typedef {Omit<import('api').Node, 'id' | 'parent'> & { id: number | string, parent?: number | string | null, own?: boolean }} StudyNode */

/** The number after a number: "12." is followed by "12…", that by "13.". @param {string} number */
function after(number) {
  const figure = parseInt(number, 10);
  return number.endsWith('…') ? `${figure + 1}.` : `${figure}…`;
}

export class Tree {
  /** @param {import('api').StudiedGame} study */
  constructor(study) {
    this.variant = study.variant;
    /** @type {Map<number | string, StudyNode>} */ this.nodes = new Map(study.nodes.map(node => [node.id, node]));
    /** @type {Map<number | string, StudyNode[]>} */ this.following = new Map();
    // The line itself comes before what is played instead of it.
    const order = [...study.nodes].sort((a, b) => a.depth - b.depth || Number(a.id) - Number(b.id));
    for (const node of order) if (typeof node.parent === 'number') this.children({ id: node.parent }).push(node);
    /** @type {StudyNode} */ this.root = study.nodes[0];
    this.added = 0;
    /** The reader's own signs by position. @type {Map<number | string, string[]>} */
    this.signs = new Map();
  }

  /** What follows a position, the line's own move first. @param {{ id: number | string }} node @returns {StudyNode[]} */
  children(node) {
    const known = this.following.get(node.id);
    if (known) return known;
    /** @type {StudyNode[]} */ const none = [];
    this.following.set(node.id, none);
    return none;
  }

  /** @param {StudyNode} node @returns {StudyNode | undefined} */
  parent(node) {
    return node.parent === null || node.parent === undefined ? undefined : this.nodes.get(node.parent);
  }

  /** The end of the line that goes on from here. @param {StudyNode} node */
  end(node) {
    let end = node;
    while (this.children(end)[0]) end = this.children(end)[0];
    return end;
  }

  /** Half-moves from the start. @param {StudyNode} node */
  ply(node) {
    let count = 0;
    for (let at = /** @type {StudyNode | undefined} */ (node); at; at = this.parent(at)) if (at.step) count += 1;
    return count;
  }

  /** How the server is told of a position: where the moves begin, and the moves. @param {StudyNode} node @returns {Path} */
  path(node) {
    const moves = [];
    let at = node;
    for (let before = this.parent(at); at.step && before; before = this.parent(at)) {
      moves.unshift(at.step.notation);
      at = before;
    }
    return { game: this.variant, fen: at.fen, moves: moves.join(' ') };
  }

  /** The end of an address that leads here: a half-move of the game, or a position in a variation. @param {StudyNode} node */
  anchor(node) {
    if (node === this.root || node.own) return '';
    return node.depth ? `#v${node.id}` : `#${this.ply(node)}`;
  }

  /** The position an address leads to. @param {string} hash @returns {StudyNode | undefined} */
  at(hash) {
    const name = hash.slice(1);
    if (name.startsWith('v')) return this.nodes.get(Number(name.slice(1)));
    /** @type {StudyNode | undefined} */ let node = this.root;
    for (let left = Number(name) || 0; left > 0 && node; left -= 1) node = this.children(node)[0] ?? undefined;
    return node;
  }

  /** Adds a reader's move, or finds it where it is. @param {StudyNode} at @param {Step} step @param {string} fen */
  grow(at, step, fen) {
    const there = this.children(at).find(child => child.step?.notation === step.notation);
    if (there) return there;
    this.added += 1;
    const number = at.next;
    /** @type {StudyNode} */ const node = { id: `own${this.added}`, parent: at.id, fen, step, number, next: after(number), own: true,
      depth: at.depth + (this.children(at).length ? 1 : 0), 'set-up': false, marks: [], before: [], comments: [], clock: null };
    this.nodes.set(node.id, node);
    this.children(at).push(node);
    return node;
  }

  /** Takes a reader's move away, with all that follows it. @param {StudyNode} node */
  drop(node) {
    const parent = this.parent(node);
    if (!node.own || !parent) return;
    this.following.set(parent.id, this.children(parent).filter(child => child !== node));
    for (const id of this.signs.keys()) {
      let at = this.nodes.get(id);
      while (at && at !== node) at = this.parent(at);
      if (at) this.signs.delete(id);
    }
  }

  /** Puts a sign on a move, or takes the reader's own away again. @param {StudyNode} node @param {string} sign */
  sign(node, sign) {
    if (!node.step) return;
    const own = this.signs.get(node.id) ?? [], isNew = !node.marks.some(mark => mark.sign === sign);
    if (!isNew && !own.includes(sign)) return;
    node.marks = isNew ? [...node.marks, { sign, text: sign }] : node.marks.filter(mark => mark.sign !== sign);
    this.signs.set(node.id, isNew ? [...own, sign] : own.filter(one => one !== sign));
    if (!this.signs.get(node.id)?.length) this.signs.delete(node.id);
  }

  /** The way to a position from the last one of the record. @param {number | string} id */
  #own(id) {
    /** @type {string[]} */ const moves = [];
    let node = this.nodes.get(id);
    for (; node?.own; node = this.parent(node)) moves.unshift(node.step?.notation ?? '');
    return { at: Number(node?.id ?? 0), moves };
  }

  /** The reader's own lines, each from the last position of the record. */
  tries() {
    /** @type {import('api').Try[]} */ const tries = [];
    const follow = /** @param {StudyNode} node @param {number} at @param {string[]} moves */ (node, at, moves) => {
      const own = this.children(node).filter(child => child.own);
      if (!own.length && moves.length) tries.push({ at, moves });
      for (const child of own) follow(child, at, [...moves, child.step?.notation ?? '']);
    };
    for (const node of this.nodes.values()) if (!node.own) follow(node, Number(node.id), []);
    for (const [id, marks] of this.signs) tries.push({ ...this.#own(id), marks });
    return tries;
  }
}
