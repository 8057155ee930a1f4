// A line to one game, or to the lobby: it comes back by itself after a cut, goes on from the last event it knows, and
// sends again what was not answered, under the same name, so that nothing is lost and nothing is done twice.

/** Waits between attempts, in milliseconds; a little chance keeps a thousand pages from coming at once. */
const WAITS = [200, 500, 1000, 2000, 4000, 8000];

/** Events after which a move means something else. */
const ON_THE_BOARD = new Set(['moved', 'irregular', 'corrected', 'taken-back', 'annulled', 'restored', 'settled', 'ended']);

/** A name for a command that nobody else has. */
function freshName() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * What happens on it is told as events: `shown` (the game), `sides`, `presence`, `refused`, `rematch`, `held`,
 * `dropped`, `seeks`, `matched`, `up` and `down`; `detail` has the message.
 */
export class Connection extends EventTarget {
  /** The number of the last event we know. @type {number | null} */
  #seq = null;
  /** @type {WebSocket | null} */
  #socket = null;
  #attempts = 0;
  #closed = false;
  /** Whether the game has yet to be told to us on this socket. */
  #joining = true;
  /** The number of the last event that changed what stands on the board. */
  #board = 0;
  /** Commands without an answer yet, by name. @type {Map<string, Record<string, any>>} */
  #waiting = new Map();
  /** @type {Record<string, any>} */
  #join;

  /** @param {string | null} game the game to follow; none for the lobby */
  constructor(game) {
    super();
    this.#join = game ? { type: 'join', game, form: 'view' } : { type: 'lobby' };
    addEventListener('online', () => this.#hurry());
    document.addEventListener('visibilitychange', () => { if (!document.hidden) this.#hurry(); });
    this.#open();
  }

  /** Whether the line is up. */
  get up() { return this.#socket?.readyState === WebSocket.OPEN; }

  /** Asks something of the game; it is sent again until it is answered. @param {Record<string, any>} command */
  ask(command) {
    const id = freshName();
    this.#waiting.set(id, { ...command, type: command.type ?? 'do', id, at: this.#seq });
    this.#send(id);
    return id;
  }

  /** Says something that needs no answer. @param {Record<string, any>} message */
  say(message) {
    if (this.up) this.#socket?.send(JSON.stringify(message));
  }

  close() {
    this.#closed = true;
    this.#socket?.close();
  }

  /** @param {string} id */
  #send(id) {
    const command = this.#waiting.get(id);
    if (!command || !this.up || this.#joining) return; // it goes out as soon as we are back
    command.at ??= this.#seq;
    const { at, ...message } = command;
    this.#socket?.send(JSON.stringify({ ...message, seq: at }));
  }

  #hurry() {
    if (!this.#closed && this.#socket?.readyState === WebSocket.CLOSED) {
      this.#attempts = 0;
      this.#open();
    }
  }

  #open() {
    if (this.#closed || (this.#socket && this.#socket.readyState <= WebSocket.OPEN)) return;
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    this.#joining = true;
    const socket = new WebSocket(`${scheme}://${location.host}/ws`);
    this.#socket = socket;
    socket.onopen = () => {
      socket.send(JSON.stringify(this.#seq === null ? this.#join : { ...this.#join, seq: this.#seq }));
    };
    socket.onmessage = event => this.#hear(JSON.parse(event.data));
    socket.onclose = () => {
      if (this.#closed || socket !== this.#socket) return;
      this.#tell('down', null);
      const wait = WAITS[Math.min(this.#attempts, WAITS.length - 1)];
      this.#attempts += 1;
      setTimeout(() => this.#open(), wait * (0.5 + Math.random()));
    };
  }

  /** @param {string} kind @param {any} detail */
  #tell(kind, detail) { this.dispatchEvent(new CustomEvent(kind, { detail })); }

  /** @param {any} told */
  #hear(told) {
    switch (told.type) {
      case 'joined':
        this.#attempts = 0;
        this.#tell('sides', told.sides);
        break;
      case 'events': this.#happened(told); break;
      case 'done': this.#waiting.delete(told.id); this.#tell('done', told); break;
      case 'refused': this.#waiting.delete(told.id); this.#tell('refused', told); break;
      case 'resync': this.#retry(told); break;
      case 'dropped': this.#waiting.delete(told.id); this.#tell('dropped', told); break;
      case 'held': this.#waiting.delete(told.id); this.#tell('held', told); break;
      case 'seeks': this.#attempts = 0; this.#tell('seeks', told.seeks); break;
      case 'bad': this.#tell('bad', told); break;
      default: this.#tell(told.type, told);
    }
  }

  /** @param {any} told */
  #happened(told) {
    for (const { seq, id, event } of told.events) {
      if (id) this.#waiting.delete(id);
      if (ON_THE_BOARD.has(event.kind)) this.#board = Math.max(this.#board, seq);
      this.#seq = Math.max(this.#seq ?? 0, seq);
    }
    this.#seq ??= told.shown?.view.seq ?? 0;
    if (told.shown) this.#tell('shown', told.shown);
    if (this.#joining) {
      this.#joining = false;
      this.#tell('up', null);
      for (const id of this.#waiting.keys()) this.#send(id);
    }
  }

  /** The game has gone on meanwhile: if nothing stirred on the board, what was asked still makes sense. @param {any} told */
  #retry(told) {
    const command = this.#waiting.get(told.id);
    if (command?.type === 'do' && (command.ask !== 'move' || this.#board <= command.at)) {
      command.at = this.#seq;
      this.#send(told.id);
    } else {
      this.#waiting.delete(told.id);
      this.#tell('stale', told);
    }
  }
}
