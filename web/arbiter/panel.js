// The arbiter's panel beside a real board: what happens there is entered here, and judged by the server.
import { call } from '../api.js';
import { keyButton, make, onCustom } from '../dom.js';
import { actingSide } from '../game/model.js';
import { showRuling } from '../ruling.js';
import { t } from '../texts.js';
import { choiceRow, pieceLook } from './controls.js';
import { groups } from './groups.js';
import { PALETTE, Setup } from './setup.js';
import { recordForm, renderBar, renderClaims, renderPending, renderRulings } from './views.js';

/** What a tap on the board enters. */
const TOOLS = ['move', 'touch', 'adjust', 'crown', 'stands'];

export class ArbiterPanel {
  /**
   * @param {HTMLElement} panel @param {import('../board.js').DamieraBoard} board
   * @param {import('../state.js').State<import('../game/model.js').GameState>} state @param {import('../game/actions.js').GameActions} actions
   */
  constructor(panel, board, state, actions) {
    this.panel = panel;
    this.board = board;
    this.state = state;
    this.actions = actions;
    this.setup = new Setup(board, state, actions);
    this.#build();
    onCustom(board, 'square', square => { this.#tapped(/** @type {number} */ (square)); });
    onCustom(board, 'carry', carried => {
      const { from, to } = /** @type {{ from: number, to: number }} */ (carried);
      if (state.current.tool === 'stands') this.setup.carry(from, to);
      else this.#tapped(from);
    });
    panel.hidden = false;
  }

  #build() {
    const { state } = this, send = this.actions.send.bind(this.actions);
    const pending = make('div', { class: 'card ruling pending', role: 'alert', id: 'pending', hidden: '' });
    const about = make('p', { class: 'hint' });
    const verdict = make('div', { class: 'verdict', role: 'status', id: 'verdict', hidden: '' }, make('h3'), make('p'), make('a'));
    const editing = make('div', { id: 'editing', hidden: '' }, this.#palette(), verdict, make('div', { class: 'acts' },
      keyButton('record-it', () => { this.#record(); }, 'primary'), keyButton('undo-edit', () => { this.setup.reset(); })));
    const tools = make('div', { class: 'card tools' }, this.#toolRow(), this.#actorRow(), about, editing);
    const groupList = make('div', { class: 'groups' }), rulings = make('ol', { class: 'rulings', id: 'rulings', tabindex: '0', 'aria-label': t('rulings') });
    const bar = make('div', { class: 'acts bar', id: 'table-bar', role: 'group', 'aria-label': t('arbiter') });
    const claims = make('div', { class: 'card ruling', id: 'due', role: 'status', hidden: '' });
    this.#layOut([bar, pending, claims, tools, groupList],
      [make('section', { class: 'card' }, make('h2', {}, t('rulings')), rulings), recordForm(state.current.id, state.current.game?.names ?? [])]);

    state.follow(['game'], now => {
      tools.hidden = Boolean(now.game?.view.end);
      renderPending(pending, now, send);
      renderBar(bar, now, send, () => { this.#choose('stands'); });
      renderClaims(claims, now, send);
      this.#renderGroups(groupList);
      this.#loadRulings();
    });
    state.follow(['game', 'tool'], ({ game, tool }) => {
      const touched = game?.view.end ? null : game?.view.touched;
      about.textContent = touched ? t('must-move', { square: touched }) : t(`tool-${tool}-about`);
    });
    state.follow(['tool'], ({ tool }) => {
      editing.hidden = tool !== 'stands';
      this.board.update({ tool: tool === 'move' ? 'play' : 'square', chosen: [] });
    });
    state.follow(['verdict'], ({ verdict: found }) => { showRuling(verdict, found); });
    state.follow(['rulings'], now => { renderRulings(rulings, now); });
  }

  /**
   * What the arbiter enters is on the left, what was entered on the right; parts that every game has go where they belong.
   * @param {HTMLElement[]} left @param {HTMLElement[]} right
   */
  #layOut([bar, ...left], [rulings, record]) {
    const part = /** @param {string} css */ css => [...document.querySelectorAll(css)];
    document.getElementById('game')?.classList.add('arbiter');
    this.panel.replaceChildren(
      make('div', { class: 'column' }, bar, ...part('.ruling-place'), ...left),
      make('div', { class: 'column' }, ...part('#counts, .moves-card'), rulings, ...part('#typed'), record, ...part('#acts, #settings, #as-text')));
  }

  #toolRow() {
    return choiceRow(t('tool'), 'tool', TOOLS.map(tool => [tool, t(`tool-${tool}`)]), tool => { this.state.update({ tool, verdict: null }); });
  }

  #actorRow() {
    const choices = /** @type {[string, string][]} */ ([['', t('whose-turn')], ['white', t('white')], ['black', t('black')]]);
    return choiceRow(t('done-by'), 'by', choices, by => { this.state.update({ actor: /** @type {'white' | 'black' | ''} */ (by) }); });
  }

  #palette() {
    const choices = PALETTE.map(name => /** @type {[string, string]} */ ([name, t(name === 'move' || name === 'remove' ? `palette-${name}` : name)]));
    return choiceRow(t('palette'), 'palette', choices, palette => { this.state.update({ palette }); this.board.update({ chosen: [] }); }, pieceLook);
  }

  /** @param {number} square */
  #tapped(square) {
    const { tool } = this.state.current, by = actingSide(this.state.current);
    if (tool === 'touch' || tool === 'adjust') this.actions.send({ by, ask: tool, square });
    else if (tool === 'crown') this.actions.send({ by, ask: 'crown-late', square });
    else this.setup.tap(square);
  }

  async #record() {
    if (await this.setup.record()) this.#choose('move');
  }

  /** Chooses what a tap on the board enters. @param {string} tool */
  #choose(tool) {
    const choice = /** @type {HTMLInputElement | null} */ (this.panel.querySelector(`[name=tool][value=${tool}]`));
    if (!choice) return;
    choice.checked = true;
    choice.focus();
    this.state.update({ tool, verdict: null });
  }

  /** Draws the groups; what was open stays open. @param {HTMLElement} list */
  #renderGroups(list) {
    const { game } = this.state.current;
    const open = new Set([.../** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll('details[open]'))].map(details => details.dataset.group));
    const parts = game && !game.view.end ? groups(game.view, command => this.actions.send(command), game.board.squares.length) : [];
    for (const details of parts) details.toggleAttribute('open', open.has(details.dataset.group));
    list.replaceChildren(...parts);
  }

  async #loadRulings() {
    const asked = await call('GET /api/games/{id}/rulings', { path: { id: this.state.current.id } });
    if (asked.ok) this.state.update({ rulings: asked.answer });
  }
}
