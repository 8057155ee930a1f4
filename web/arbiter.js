// The arbiter's table: a real board is played on, and here is its clock, its record and its arbiter.
//
// The panel decides nothing. It sends what happened, and shows what the server rules.
import { DamieraBoard, piecesOf } from './board.js';
import { articlePage, showRuling } from './ruling.js';
import { locale, t } from './texts.js';

/** @typedef {{ send: (command: Record<string, unknown>) => Promise<boolean>, talk: (path: string, body?: unknown) => Promise<{ ok: boolean, answer: any }>, state: () => any, reset: () => void }} Game */
/** @typedef {import('./board.js').Piece} Piece */

const TOOLS = ['move', 'touch', 'adjust', 'crown', 'stands'];
const PALETTE = ['move', 'remove', 'white-man', 'white-king', 'black-man', 'black-king'];

/** @param {string} name @param {Record<string, string>} [attributes] @param {...(Node | string)} children */
function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** @param {string} text @param {() => void} act @param {string} [kind] */
function button(text, act, kind = '') {
  const element = make('button', { type: 'button', class: kind }, text);
  element.addEventListener('click', act);
  return element;
}

/** A row of choices, one of them taken. @param {string} legend @param {string} name @param {[string, string][]} choices @param {(value: string) => void} chosen */
function row(legend, name, choices, chosen) {
  const set = make('fieldset', { class: 'row tight' }, make('legend', {}, legend));
  choices.forEach(([value, text], i) => {
    const input = /** @type {HTMLInputElement} */ (make('input', { type: 'radio', name, value }));
    input.checked = i === 0;
    input.addEventListener('change', () => { chosen(value); });
    set.append(make('label', { class: 'pick' }, input, make('span', {}, make('b', {}, text))));
  });
  return set;
}

/** What stands on a board, in FEN. @param {string} turn @param {Map<number, Piece>} pieces */
function fenOf(turn, pieces) {
  const side = /** @param {string} colour */ colour => [...pieces].filter(([, piece]) => piece.side === colour)
    .sort(([a], [b]) => a - b).map(([square, piece]) => `${piece.king ? 'K' : ''}${square}`).join(',');
  return `${turn === 'white' ? 'W' : 'B'}:W${side('white')}:B${side('black')}`;
}

/** Minutes and seconds in milliseconds. @param {string} text */
function time(text) {
  const parts = text.split(':').map(Number);
  if (!parts.length || parts.some(part => !Number.isFinite(part) || part < 0)) return null;
  return (parts.length === 1 ? parts[0] * 60 : parts.reduce((sum, part) => sum * 60 + part, 0)) * 1000;
}

export class ArbiterPanel {
  tool = 'move';
  by = '';
  palette = 'move';
  /** The square a piece is being moved from. */
  lifted = 0;

  /** @param {HTMLElement} panel @param {DamieraBoard} board @param {Game} game */
  constructor(panel, board, game) {
    this.panel = panel;
    this.board = board;
    this.game = game;
    this.build();
    board.addEventListener('square', event => { this.tapped(/** @type {CustomEvent} */ (event).detail); });
    board.addEventListener('carry', event => {
      const { from, to } = /** @type {CustomEvent} */ (event).detail;
      if (this.tool === 'stands') this.carry(from, to);
      else this.tapped(from);
    });
    panel.hidden = false;
  }

  /** Who did what is entered next: as chosen, else whose turn it is. */
  mover() {
    return this.by || this.game.state().view.turn;
  }

  build() {
    this.pending = make('div', { class: 'card ruling pending', role: 'alert', id: 'pending', hidden: '' });
    this.about = make('p', { class: 'hint' });
    this.paletteRow = row(t('palette'), 'palette', PALETTE.map(name => [name, t(name === 'move' || name === 'remove' ? `palette-${name}` : name)]), value => {
      this.palette = value;
      this.lift(0);
    });
    this.verdict = make('div', { class: 'verdict', role: 'status', id: 'verdict', hidden: '' }, make('h3'), make('p'), make('a'));
    this.editing = make('div', { id: 'editing', hidden: '' }, this.paletteRow, this.verdict, make('div', { class: 'acts' },
      button(t('record-it'), () => { this.record(); }, 'primary'), button(t('undo-edit'), () => { this.game.reset(); this.choose('stands'); })));
    const tools = row(t('tool'), 'tool', TOOLS.map(tool => [tool, t(`tool-${tool}`)]), tool => { this.choose(tool); });
    const sides = row(t('done-by'), 'by', [['', t('whose-turn')], ['white', t('white')], ['black', t('black')]], by => { this.by = by; });
    this.groups = make('div', { class: 'groups' });
    this.rulings = make('ol', { class: 'rulings', id: 'rulings' });
    const list = make('section', { class: 'card', 'aria-label': t('rulings') }, make('h2', {}, t('rulings')), this.rulings);
    this.tools = make('div', { class: 'card tools' }, tools, this.about, this.editing, sides);
    this.panel.replaceChildren(this.pending, this.tools, this.groups, list, this.recordForm());
    this.choose('move');
  }

  /** @param {string} tool */
  choose(tool) {
    this.tool = tool;
    this.board.tool = tool === 'move' ? 'play' : 'square';
    this.board.chosen = [];
    if (this.about) this.about.textContent = t(`tool-${tool}-about`);
    if (this.editing) this.editing.hidden = tool !== 'stands';
    if (this.verdict) this.verdict.hidden = true;
    this.lifted = 0;
    if (this.board.layout.squares.length) this.board.show();
  }

  /** @param {number} square */
  tapped(square) {
    const by = this.mover();
    if (this.tool === 'touch') this.game.send({ by, ask: 'touch', square });
    else if (this.tool === 'adjust') this.game.send({ by, ask: 'adjust', square });
    else if (this.tool === 'crown') this.game.send({ by, ask: 'crown-late', square });
    else this.edit(square);
  }

  /** @param {number} square */
  edit(square) {
    const { pieces } = this.board;
    if (this.palette === 'remove') pieces.delete(square);
    else if (this.palette === 'move') {
      if (this.lifted && this.lifted !== square) return this.carry(this.lifted, square);
      return this.lift(this.lifted === square || !pieces.has(square) ? 0 : square);
    } else {
      const [side, rank] = this.palette.split('-');
      pieces.set(square, { side: side === 'white' ? 'white' : 'black', king: rank === 'king' });
    }
    return this.judge();
  }

  /** @param {number} square */
  lift(square) {
    this.lifted = square;
    this.board.chosen = square ? [square] : [];
    this.board.show();
  }

  /** @param {number} from @param {number} to a square, or 0 for off the board */
  carry(from, to) {
    const piece = this.board.pieces.get(from);
    this.lift(0);
    if (!piece) return;
    this.board.pieces.delete(from);
    if (to) this.board.pieces.set(to, piece);
    this.judge();
  }

  /** Asks what the arbiter would say of the board as it has been set. */
  async judge() {
    this.board.legal = [];
    this.board.show();
    const { answer } = await this.game.talk('/verdict', { fen: this.stands() });
    if (this.verdict) showRuling(this.verdict, t('verdict'), answer.text, answer.article);
  }

  stands() {
    return fenOf(this.game.state().view.turn, this.board.pieces);
  }

  async record() {
    const fen = this.stands();
    this.game.reset();
    if (await this.game.send({ by: this.mover(), ask: 'stands', fen })) {
      const first = /** @type {HTMLInputElement | null} */ (this.panel.querySelector('[name=tool]'));
      if (first) first.checked = true;
      this.choose('move');
    }
  }

  /** Shows the panel for the game as it is now. */
  show() {
    const { view } = this.game.state();
    if (this.tools) this.tools.hidden = Boolean(view.end);
    this.showPending(view);
    this.groups?.replaceChildren(...(view.end ? [] : this.groupsOf(view)));
    this.showRulings();
    if (view.touched && !view.end && this.about) this.about.textContent = t('must-move', { square: view.touched });
  }

  /** @param {any} view */
  showPending(view) {
    const card = this.pending;
    if (!card) return;
    card.hidden = !view.pending || Boolean(view.end);
    if (!view.pending) return;
    const opponent = view.pending.by === 'white' ? 'black' : 'white';
    const link = make('a', { href: view.pending.article ? articlePage(view.pending.article) : '/rules' }, view.pending.article ?? '');
    const ask = /** @param {string} ask */ ask => () => { this.game.send({ by: opponent, ask, ...(ask === 'correct' ? { fen: null } : {}) }); };
    card.replaceChildren(make('h2', {}, t('pending-title')), make('p', {}, view.pending.text), link,
      make('p', {}, t('opponent-decides', { side: t(opponent) })),
      make('div', { class: 'acts' }, button(t('correct'), ask('correct'), 'primary'), button(t('keep'), ask('keep'))));
  }

  /** @param {any} view */
  groupsOf(view) {
    const { send } = this.game;
    const arbiter = /** @param {Record<string, unknown>} ask */ ask => () => { send({ by: 'arbiter', ...ask }); };
    const player = /** @param {string} by @param {Record<string, unknown>} ask */ (by, ask) => () => { send({ by, ...ask }); };
    const group = /** @param {string} key @param {...Node} parts */ (key, ...parts) =>
      make('details', { class: 'card' }, make('summary', {}, t(key)), make('div', { class: 'acts' }, ...parts));
    const groups = [];
    if (view.clocks.some(Boolean)) groups.push(group('clocks', ...this.clockParts(view, arbiter)));
    const count = view.counts.length
      ? [button(t('cancel-count'), arbiter({ ask: 'cancel-count' }))]
      : [button(`${t('ask-count')}: ${t('white')}`, player('white', { ask: 'count', limit: null })),
        button(`${t('ask-count')}: ${t('black')}`, player('black', { ask: 'count', limit: null })),
        button(t('order-count'), arbiter({ ask: 'count', limit: null }))];
    groups.push(group('counting', ...count));
    groups.push(group('anomalies',
      button(t('annul-board'), arbiter({ ask: 'annul', fault: 'board-turned', blame: 'players' })),
      button(t('annul-colours'), arbiter({ ask: 'annul', fault: 'colours-swapped', blame: 'players' })),
      button(`${t('annul-colours')}, ${t('blame-direction')}`, arbiter({ ask: 'annul', fault: 'colours-swapped', blame: 'direction' })),
      ...(view.disturbed
        ? [button(t('restore'), arbiter({ ask: 'restore' })), button(t('destroyed'), arbiter({ ask: 'destroyed' }))]
        : [button(t('disturb'), arbiter({ ask: 'disturb' }))]),
      this.settleForm()));
    groups.push(group('decisions',
      ...['white', 'black'].map(side => button(t('resigns', { side: t(side) }), player(side, { ask: 'resign' }))),
      button(t('agree-draw'), async () => {
        if (view.offer || await send({ by: view.turn, ask: 'offer-draw' })) send({ by: view.turn === 'white' ? 'black' : 'white', ask: 'accept-draw' });
      }),
      ...(view.claims.length ? [button(t('claim-draw'), player(view.turn, { ask: 'claim-draw' }))] : []),
      button(t('declare-draw'), arbiter({ ask: 'declare-draw' })),
      ...['white', 'black'].map(side => button(t('refuses-rules', { side: t(side) }), arbiter({ ask: 'refuses-rules', side })))));
    // What was open stays open.
    const open = new Set([...this.groups?.querySelectorAll('details[open] > summary') ?? []].map(summary => summary.textContent));
    for (const details of groups) if (open.has(details.querySelector('summary')?.textContent ?? '')) details.setAttribute('open', '');
    return groups;
  }

  /** A piece that stands where none should, put where it belongs or taken off. */
  settleForm() {
    const choice = /** @param {string} key @param {string} name @param {[string, string][]} options */ (key, name, options) =>
      make('label', { class: 'field' }, t(key), make('select', { name }, ...options.map(([value, text]) => make('option', { value }, text))));
    const square = /** @param {string} key @param {string} name */ (key, name) =>
      make('label', { class: 'field' }, t(key), make('input', { name, type: 'number', min: '1', max: String(this.board.layout.squares.length), inputmode: 'numeric' }));
    const form = /** @type {HTMLFormElement} */ (make('form', { class: 'fields' },
      choice('doubt', 'doubt', ['inactive', 'astride', 'two-squares'].map(doubt => [doubt, t(`doubt-${doubt}`)])),
      choice('which-piece', 'piece', PALETTE.slice(2).map(piece => [piece, t(piece)])),
      square('from-square', 'from'), square('to-square', 'to'), make('button', {}, t('settle'))));
    form.addEventListener('submit', event => {
      event.preventDefault();
      const data = new FormData(form), at = /** @param {string} name */ name => Number(data.get(name)) || null;
      const [side, rank] = String(data.get('piece')).split('-');
      this.game.send({ by: 'arbiter', ask: 'settle', doubt: data.get('doubt'), side, rank, from: at('from'), to: at('to') });
    });
    return form;
  }

  /** @param {any} view @param {(ask: Record<string, unknown>) => () => void} arbiter */
  clockParts(view, arbiter) {
    const field = /** @param {string} key */ key => {
      const input = /** @type {HTMLInputElement} */ (make('input', { inputmode: 'numeric', placeholder: '12:30', size: '6' }));
      return { input, label: make('label', { class: 'field' }, t(key), input) };
    };
    const white = field('white-minutes'), black = field('black-minutes');
    const set = button(t('set-clocks'), () => {
      const [w, b] = [time(white.input.value), time(black.input.value)];
      if (w !== null && b !== null) this.game.send({ by: 'arbiter', ask: 'set-clocks', white: w, black: b });
    });
    const fallen = ['white', 'black'].filter((_, i) => view.clocks[i]);
    return [view.paused ? button(t('resume'), arbiter({ ask: 'resume' }), 'primary') : button(t('pause'), arbiter({ ask: 'pause' })),
      ...fallen.map(side => button(`${t('claim-flag')}: ${t(side === 'white' ? 'black' : 'white')}`, () => {
        this.game.send({ by: side, ask: 'flag' });
      })), white.label, black.label, set];
  }

  async showRulings() {
    const { ok, answer } = await this.game.talk('/rulings');
    if (!ok || !this.rulings) return;
    const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'short' });
    const entries = answer.map((/** @type {any} */ ruling) => make('li', {},
      make('time', {}, clock.format(new Date(ruling.at))), ' ', ruling.text, ' ',
      ...(ruling.article ? [make('a', { href: articlePage(ruling.article) }, ruling.article)] : [])));
    this.rulings.replaceChildren(...(entries.length ? entries.reverse() : [make('li', { class: 'none' }, t('no-rulings'))]));
  }

  /** The names and the signature that the record gets. */
  recordForm() {
    const field = /** @param {string} name @param {string} key */ (name, key) =>
      make('label', { class: 'field' }, t(key), make('input', { name, autocomplete: 'off' }));
    const form = make('form', { method: 'get', action: `/api/games/${document.getElementById('game')?.dataset.id}/record`, class: 'fields' },
      field('event', 'event-name'), field('white', 'white-player'), field('black', 'black-player'), field('arbiter', 'arbiter-name'),
      make('input', { type: 'hidden', name: 'date', value: new Date().toISOString().slice(0, 10).replaceAll('-', '.') }),
      make('button', {}, t('sign-off')));
    return make('details', { class: 'card', id: 'signed' }, make('summary', {}, t('signed-record')), form);
  }
}
