// What can be done on the game page: each action changes the state or asks the server, and the views follow.
import { call } from '../api.js';
import { Connection } from '../connection.js';
import { keyButton, make } from '../dom.js';
import { setting } from '../settings.js';
import { endSound, moveSound, refusalSound } from '../sounds.js';
import { t } from '../texts.js';
import { actingSide, asking, initialState, isOwn, isRemote, other, ownSide, squaresOf, written } from './model.js';
import { propose } from './consultation.js';
import { hint, isCostly } from './hints.js';
import { playedMove, rulingFor } from './news.js';

/** @typedef {import('./model.js').GameState} GameState */
/** @typedef {import('../connection.js').Request} Request */
/** @typedef {import('api').Game} Game */
/** @typedef {import('api').Legal} Legal */

export class GameActions {
  /** What was asked, by id, until it is answered. @type {Map<string, { command: Request, answered: (done: boolean) => void }>} */
  #waiting = new Map();
  /** Whether a kept move was given up while the server could not hear of it. */
  #unheardCancel = false;

  /** @param {import('../state.js').State<GameState>} state @param {import('../board.js').DamieraBoard} board */
  constructor(state, board) {
    this.state = state;
    this.board = board;
    this.connection = this.#connect();
    this.#begin();
  }

  /** Connects to the game of the page's state. */
  #connect() {
    const { state, board } = this;
    return new Connection(state.current.id, {
      joined: ({ sides }) => { performance.mark('joined'); state.update({ sides }); },
      shown: game => { this.#saved(); this.receive(game); },
      done: ({ id }) => { this.#settle(id, true); },
      stale: ({ id }) => { this.#settle(id, false); board.undo(); },
      dropped: ({ id }) => { this.#settle(id, false); state.update({ planned: [], ruling: null }); },
      held: ({ id }) => { this.#hold(id); },
      refused: refusal => { this.#refused(refusal); },
      bad: ({ text }) => { board.undo(); state.update({ ruling: { text } }); },
      presence: presence => { state.update({ presence }); },
      rematch: ({ by, game }) => { this.#rematchOffered(by, game ?? null); },
      chat: ({ lines }) => { this.#heardChat(lines); },
      'chat-refused': ({ text }) => { state.update({ chatProblem: text }); },
      'consultation-changed': () => { state.update({ consultChanges: state.current.consultChanges + 1 }); },
      unsaved: () => { state.update({ ruling: { title: t('not-saved-yet') } }); },
      down: () => { this.#lost(); },
      up: () => { this.#found(); },
    });
  }

  /** Turns the page to another game: what is shown stays until the other game arrives. @param {string} id */
  open(id) {
    this.connection.close();
    this.#waiting.clear();
    this.#unheardCancel = false;
    this.board.undo();
    this.board.update({ paths: [], ways: [], done: [], hint: [], legal: [], mover: 'none' });
    const { link, sides } = this.state.current;
    this.state.update({ ...initialState(id), link, sides });
    this.connection = this.#connect();
  }

  /** Shows the game that came with the page; the connection brings what has happened since. */
  #begin() {
    /** @type {{ game: Game, sides: import('api').Side[] } | null} */
    const joined = JSON.parse(document.getElementById('joined')?.textContent || 'null');
    if (!joined) return;
    this.state.update({ sides: joined.sides });
    this.receive(joined.game);
  }

  /** Asks something of the game; says whether it was done. @param {Request} command @returns {Promise<boolean>} */
  send(command) {
    const { state, connection } = this;
    // Cleared before the answer: the next ruling may come with it.
    state.update({ question: null, resigning: false, ...(connection.isUp ? { ruling: null } : {}) });
    const sent = new Promise(answered => { this.#waiting.set(connection.ask(command), { command, answered }); });
    if (state.current.link === 'down') state.update({ unsent: this.unsent });
    return sent;
  }

  /** Takes a newer state of the game. @param {Game} next */
  receive(next) {
    const { game: before } = this.state.current, received = performance.now();
    if (before && next.view.seq < before.view.seq) return;
    if (before && next.view.seq === before.view.seq) {
      // The same state again, by answer and by event: only the clocks are newer.
      this.state.update({ clocks: next.view.clocks, received });
      return;
    }
    const played = playedMove(before, next), tried = this.board.state.tried;
    if (played && !tried) moveSound(next.last?.captures.length ?? 0);
    if (before && !before.view.end && next.view.end) endSound();
    const state = { ...this.state.current, game: next }, ruling = rulingFor(state, before);
    this.state.update({
      game: next, clocks: next.view.clocks, received, ruling: ruling === undefined ? state.ruling : ruling,
      ...(played ? { question: null } : {}), ...(played || isOwn(state, next.view.turn) ? { planned: [] } : {}), ...(before ? {} : { flipped: !next.table && ownSide(state) === 'black' }),
    });
  }

  /** Asks for the game anew. */
  async refresh() {
    const asked = await call('GET /api/games/{id}', { path: { id: this.state.current.id } });
    if (asked.ok) this.receive(asked.answer);
  }

  /** Plays a move, or keeps it for the next turn; asks first where that is wanted. @param {string} notation */
  play(notation) {
    const state = this.state.current, { game, sides, viewed } = state;
    if (!game || viewed !== null) return;
    if (state.consult?.turn && !(state.consult.captain && state.consult.decide === 'captain')) {
      propose(this.state, notation).finally(() => { this.board.undo(); });
      return;
    }
    if (!sides.length) return;
    if (game.concealed && !isOwn(state, game.view.turn)) {
      this.state.update({ ruling: { text: t('blindfold-wait') } });
      return;
    }
    if (!isOwn(state, game.view.turn)) {
      this.send({ type: 'premove', by: sides[0], notation });
      return;
    }
    const by = actingSide(state), legal = game.view.legal.find(m => m.notation === notation);
    const make = () => {
      if (legal) moveSound(legal.captures.length);
      this.send({ by, ask: 'move', notation });
    };
    if (!legal || game.table) return make();
    if (setting('hints')) return this.#warn(legal, make);
    if (!setting('confirm')) return make();
    this.#confirm(legal, t('confirm-move', { move: written(state, notation) }), make);
  }

  /** Asks before a move that costs a piece. @param {Legal} legal @param {() => void} make */
  async #warn(legal, make) {
    const state = this.state.current, move = written(state, legal.notation);
    const costly = await isCostly(state, legal.notation);
    if (this.state.current.game !== state.game) return;
    if (costly) this.#confirm(legal, t('warning-costly', { move }), make);
    else if (setting('confirm')) this.#confirm(legal, t('confirm-move', { move }), make);
    else make();
  }

  /** Shows the move that the engine would play. */
  async showHint() {
    const state = this.state.current;
    this.state.update({ ruling: { text: t('hint-searching') } });
    const found = await hint(state);
    if (this.state.current.game !== state.game) return;
    this.board.update({ hint: found?.squares ?? [] });
    this.state.update({ ruling: { text: found ? t('hint-move', { move: written(state, found.notation) }) : t('analysis-busy') } });
  }

  /** Asks before a move is sent. @param {Legal} legal @param {string} text @param {() => void} make */
  #confirm(legal, text, make) {
    this.board.update({ paths: [legal.routes[0]] });
    this.state.update(asking(this.state.current, { text, choices: [
      keyButton('play-move', () => { this.board.forgetTaps(); make(); }, 'primary'),
      keyButton('cancel', () => { this.leaveQuestion(); }),
    ] }));
  }

  /** A spoken move counts once it is confirmed. @param {string} notation */
  confirmSpoken(notation) {
    const state = this.state.current;
    this.state.update(asking(state, { text: t('confirm-move', { move: written(state, notation) }), choices: [
      keyButton('play-move', () => { this.state.update({ question: null }); this.play(notation); }, 'primary'),
      keyButton('cancel', () => { this.state.update({ question: null }); }),
    ] }));
  }

  /** Leaves a question without an answer: nothing is played. */
  leaveQuestion() {
    this.board.undo();
    this.board.update({ paths: [], ways: [] });
    this.state.update({ question: null });
  }

  /** Several moves are meant by one tap: asks which. @param {Legal[]} moves */
  askWhich(moves) {
    this.board.update({ ways: moves.map(m => m.routes[0]) });
    const choices = moves.map((m, i) => {
      const choice = make('button', { type: 'button', 'data-move': m.notation }, `${i + 1} · ${written(this.state.current, m.notation)}`);
      choice.addEventListener('click', () => { this.state.update({ question: null }); this.board.choose(m); });
      return choice;
    });
    this.state.update(asking(this.state.current, { text: t('choose-way'), choices }));
  }

  /** Against the engine one takes back one's own last move; two at a screen, the move just made. @param {import('api').Side} side */
  takeBack(side) {
    const state = this.state.current, last = state.game?.view.moves.at(-1)?.by;
    this.send({ by: isOwn(state, other(side)) && last ? last : side, ask: 'ask-takeback' });
  }

  /** Writes to the opponent; says whether it could be sent. @param {string} text */
  write(text) {
    const { sides } = this.state.current, { isUp } = this.connection;
    if (isUp) this.connection.say({ type: 'chat', by: sides[0], text });
    return isUp;
  }

  /** Tells the server whether messages are read here. */
  switchChat() { this.connection.say({ type: 'chat-switch', on: this.state.current.chatOn }); }

  /** Messages arrive one by one; on arrival all of them come at once. @param {import('api').ChatLine[]} lines */
  #heardChat(lines) {
    const { chat } = this.state.current, known = new Set(chat.map(({ at, by, text }) => `${at} ${by} ${text}`));
    this.state.update({ chat: [...chat, ...lines.filter(({ at, by, text }) => !known.has(`${at} ${by} ${text}`))] });
  }

  rematch() {
    const state = this.state.current, own = ownSide(state);
    this.connection.say({ type: 'rematch', by: state.sides.includes(own) ? own : state.sides[0] });
  }

  /** Gives up the move that is kept for the next turn. */
  cancelPlan() {
    this.#unheardCancel = !this.connection.isUp;
    this.connection.say({ type: 'cancel-premove', by: this.state.current.sides[0] });
    this.state.update({ planned: [], ruling: { text: t('premove-cancelled') } });
  }

  /** A command was answered. @param {string} id @param {boolean} done */
  #settle(id, done) {
    const { command, answered } = this.#waiting.get(id) ?? {};
    this.#waiting.delete(id);
    answered?.(done);
    return command && 'notation' in command ? command.notation : null;
  }

  /** A move is kept for the next turn. @param {string} id */
  #hold(id) {
    const notation = this.#settle(id, true) ?? '', state = this.state.current;
    this.state.update({ planned: squaresOf(state, notation), ruling: { text: t('premove-held', { move: written(state, notation) }) } });
  }

  /** @param {import('../connection.js').Message<'refused'>} refusal */
  #refused({ id, text, article, due }) {
    const notation = this.#settle(id, false), state = this.state.current;
    refusalSound();
    const tried = notation ? written(state, this.board.asTried(notation)) : '';
    const ways = due.slice(0, 4).map(path => written(state, path.join('x'))).join(', ');
    this.board.undo();
    this.board.update({ paths: due, done: notation ? squaresOf(state, notation) : [] });
    this.state.update({ ruling: { title: tried && t('not-allowed', { move: tried }), text: ways ? `${text} ${t('due')} ${ways}.` : text, article, kind: 'refused' } });
  }

  /** @param {import('api').Side} by @param {string | null} game the new game, once both want it */
  #rematchOffered(by, game) {
    const state = this.state.current, { sides } = state;
    if (game && sides.length) location.href = `/game/${game}${isRemote(state, other(sides[0])) ? '' : `?side=${other(ownSide(state))}`}`;
    this.state.update({ rematchBy: by, ruling: { text: sides.includes(by) ? t('rematch-waiting') : t('rematch-offered', { side: t(`side-${by}`) }) } });
  }

  /** The moves that were made but not yet confirmed, in writing. */
  get unsent() {
    const moves = this.connection.unanswered.flatMap(command => ('notation' in command && command.notation ? [command.notation] : []));
    return moves.map(notation => written(this.state.current, this.board.asTried(notation))).join(', ');
  }

  /** What was not saved yet is saved now. */
  #saved() {
    if (this.state.current.ruling?.title === t('not-saved-yet')) this.state.update({ ruling: null });
  }

  #lost() {
    const { link, heard } = this.state.current;
    this.state.update({ link: 'down', heard: link === 'down' ? heard : this.connection.heard, unsent: this.unsent });
  }

  #found() {
    if (this.#unheardCancel) this.cancelPlan();
    if (!this.state.current.chatOn) this.switchChat();
    this.state.update({ link: 'up', unsent: '' });
  }
}
