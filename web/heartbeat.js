// Notices that a connection carries nothing any more, long before the operating system does.

/** Milliseconds between two checks. */
const CHECK = 250;
/** Milliseconds that the answer to a ping may take. */
const ANSWER = 2500;
/** Milliseconds until a new connection must have brought its first message. */
const CONNECT = 8000;

export class Heartbeat {
  /** When something last arrived, by `performance.now`. */
  heard = 0;
  /** When something must have arrived. @type {number | null} */
  #deadline = null;
  /** The timer of the checks. */
  #checks;

  /** @param {{ idle: () => number, ping: () => void, lost: () => void }} connection after how much silence to ping, how, and what to do without an answer */
  constructor({ idle, ping, lost }) {
    this.#checks = setInterval(() => {
      const now = performance.now();
      if (this.#deadline !== null && now > this.#deadline) {
        this.stop();
        lost();
      } else if (this.#deadline === null && now - this.heard > idle() && !document.hidden) {
        this.#deadline = now + ANSWER;
        ping();
      }
    }, CHECK);
  }

  /** A connection is being made. */
  connecting() { this.#deadline = performance.now() + CONNECT; }

  /** Something arrived. */
  received() {
    this.heard = performance.now();
    this.#deadline = null;
  }

  /** There will be no connection to watch any more. */
  end() { clearInterval(this.#checks); }

  /** There is no connection to watch. */
  stop() { this.#deadline = Infinity; }
}
