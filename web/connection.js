// A WebSocket to one game, or to the lobby. It reconnects by itself, resumes after the last event it knows, and resends
// commands without an answer under the same id, so that nothing is lost and nothing is done twice.

import { gameAfter } from './changes.js';
import { Heartbeat } from './heartbeat.js';
import { inPageLanguage } from './texts.js';

/** @typedef {import('api').Said} ClientMessage */
/** @typedef {import('api').Told} ServerMessage */
/** @typedef {import('api').Command} Command */
/** @typedef {Extract<ClientMessage, { type: 'premove' }>} Premove */
/** @typedef {Command | Omit<Premove, 'id' | 'seq'>} Request what is asked of a game: a command, or a move for the next turn */
/** @typedef {{ command: Request, seq: number | null }} Pending */
/** @template {ServerMessage['type']} K @typedef {Extract<ServerMessage, { type: K }>} Message */
/**
 * @typedef {{ [K in ServerMessage['type']]: (message: Message<K>) => void } & {
 *   up: () => void, down: () => void, shown: (game: import('api').Game) => void, stale: (message: Message<'resync'>) => void,
 * }} Handlers
 */

/** Milliseconds between attempts; each is varied at random, so that a thousand pages do not come back at once. */
const BACKOFF = [200, 500, 1000, 2000, 4000, 8000];

/** The server closes with this code when it stops: at random times, so that a page that was connected for a while comes back at once. */
const RESTART = 1012;
const A_WHILE = 5000;

/** Milliseconds of silence before a ping: during a game a lost connection must show before a move is lost. */
const IDLE = { game: 1500, rest: 10_000 };

/** Events after which a move means something else. */
const CHANGES_BOARD = new Set(['moved', 'concealed', 'irregular', 'corrected', 'taken-back', 'annulled', 'restored', 'settled', 'ended']);

/** A new id for a command. */
function freshId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');
}

export class Connection {
  /** The number of the last event we know. @type {number | null} */
  #seq = null;
  /** @type {WebSocket | null} */
  #socket = null;
  #attempts = 0;
  /** When the server last let us join, by `performance.now`. */
  #joinedAt = Infinity;
  #closed = false;
  /** Ends what listens for this connection. */
  #life = new AbortController();
  /** Whether this socket has yet to send us the game. */
  #joining = true;
  /** The number of the last event that changed the board. */
  #boardSeq = 0;
  /** The game as of the last message. @type {import('api').Game | null} */
  #shown = null;
  /** Commands without an answer, by id. @type {Map<string, Pending>} */
  #pending = new Map();
  #heartbeat = new Heartbeat({
    idle: () => (this.#shown && !this.#shown.view.end ? IDLE.game : IDLE.rest),
    ping: () => { this.say({ type: 'ping' }); },
    lost: () => { this.#lose(); },
  });

  /**
   * @param {string | null} game the game to follow, if it is one @param {Partial<Handlers>} handlers
   * @param {ClientMessage} first what else to follow
   */
  constructor(game, handlers, first = { type: 'lobby' }) {
    this.game = game;
    this.handlers = handlers;
    this.first = first;
    const { signal } = this.#life;
    addEventListener('online', () => { this.#hurry(); }, { signal });
    addEventListener('offline', () => { this.#lose(); }, { signal });
    document.addEventListener('visibilitychange', () => { if (!document.hidden) this.#hurry(); }, { signal });
    this.#open();
  }

  /** When the server was last heard, by `performance.now`. */
  get heard() { return this.#heartbeat.heard; }

  /** The commands that wait for an answer. */
  get unanswered() { return [...this.#pending.values()].map(({ command }) => command); }

  get isUp() { return this.#socket?.readyState === WebSocket.OPEN; }

  /** Asks something of the game; it is resent until it is answered. @param {Request} command */
  ask(command) {
    const id = freshId();
    this.#pending.set(id, { command, seq: this.#seq });
    this.#send(id);
    return id;
  }

  /** Sends a message that needs no answer, if the connection is up. @param {ClientMessage} message */
  say(message) {
    if (this.isUp) this.#socket?.send(JSON.stringify(message));
  }

  close() {
    this.#closed = true;
    this.#life.abort();
    this.#heartbeat.end();
    this.#socket?.close();
  }

  /** @param {string} id */
  #send(id) {
    const pending = this.#pending.get(id);
    if (!pending || !this.isUp || this.#joining) return; // it goes out once we have joined again
    pending.seq ??= this.#seq;
    const { command, seq } = pending;
    this.say(/** @type {ClientMessage} */ ({ type: 'do', ...command, id, seq }));
  }

  #hurry() {
    if (this.#closed || (this.#socket && this.#socket.readyState !== WebSocket.CLOSED)) return;
    this.#attempts = 0;
    this.#open();
  }

  #open() {
    if (this.#closed || (this.#socket && this.#socket.readyState <= WebSocket.OPEN)) return;
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    this.#joining = true;
    const socket = new WebSocket(`${scheme}://${location.host}${inPageLanguage('/ws')}`);
    this.#socket = socket;
    this.#heartbeat.connecting();
    socket.onopen = () => {
      const { game } = this;
      this.say(game === null ? this.first : { type: 'join', game, form: 'changes', ...(this.#seq === null ? {} : { seq: this.#seq }) });
    };
    socket.onmessage = event => { if (socket === this.#socket && !this.#closed) this.#receive(JSON.parse(event.data)); };
    socket.onclose = ({ code }) => { if (socket === this.#socket) this.#lose(code === RESTART && performance.now() - this.#joinedAt > A_WHILE ? 0 : undefined); };
  }

  /**
   * The connection is gone: the browser or the heartbeat may notice long before the socket does.
   * @param {number | undefined} [pause] milliseconds before the next attempt, if it is not to be varied
   */
  #lose(pause) {
    if (this.#closed || !this.#socket) return;
    const socket = this.#socket;
    this.#socket = null;
    this.#joinedAt = Infinity;
    this.#heartbeat.stop();
    socket.close();
    this.handlers.down?.();
    const wait = BACKOFF[Math.min(this.#attempts, BACKOFF.length - 1)];
    this.#attempts += 1;
    setTimeout(() => { this.#open(); }, pause ?? wait * (0.5 + Math.random()));
  }

  /** @param {ServerMessage} message */
  #receive(message) {
    this.#heartbeat.received();
    switch (message.type) {
      case 'joined': this.#attempts = 0; break;
      case 'events': this.#resume(message); break;
      case 'seeks': case 'challenges': if (this.#joining) this.#joined(); break;
      case 'resync': if (this.#retry(message)) return; break;
      case 'done': case 'refused': case 'dropped': case 'held': this.#pending.delete(message.id); break;
      default:
    }
    /** @type {(message: ServerMessage) => void} */ (this.handlers[message.type])?.call(this.handlers, message);
  }

  /** @param {Message<'events'>} message */
  #resume(message) {
    for (const { seq, id, event } of message.events) {
      if (id) this.#pending.delete(id);
      if (CHANGES_BOARD.has(event.kind)) this.#boardSeq = Math.max(this.#boardSeq, seq);
      this.#seq = Math.max(this.#seq ?? 0, seq);
    }
    this.#seq ??= message.shown?.view.seq ?? 0;
    this.#shown = gameAfter(this.#shown, message);
    if (!this.#shown) { this.#startOver(); return; }
    this.handlers.shown?.(this.#shown);
    if (this.#joining) this.#joined();
  }

  /** What we know does not fit what the server sends: join again, from the beginning. */
  #startOver() {
    this.#seq = null;
    this.#lose();
  }

  #joined() {
    this.#joining = false;
    this.#attempts = 0;
    this.#joinedAt = performance.now();
    if (this.game !== null) this.say({ type: 'ping' }); // from now on the server expects heartbeats
    this.handlers.up?.();
    for (const id of this.#pending.keys()) this.#send(id);
  }

  /** The game went on meanwhile: if the board did not change, the command still makes sense and is sent again. @param {Message<'resync'>} message */
  #retry(message) {
    const pending = this.#pending.get(message.id);
    if (!pending) return true;
    const isMove = 'type' in pending.command || pending.command.ask === 'move';
    if (!isMove || ('ask' in pending.command && this.#boardSeq <= (pending.seq ?? 0))) {
      pending.seq = this.#seq;
      this.#send(message.id);
      return true;
    }
    this.#pending.delete(message.id);
    this.handlers.stale?.(message);
    return false;
  }
}
