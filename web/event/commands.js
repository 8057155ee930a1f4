// Commands to an event. Each has an id of its own, so that it can be sent again and is carried out once.
import { call } from '../api.js';

/** @typedef {import('api').TournamentCommand} TournamentCommand */
/** @typedef {TournamentCommand['ask']} TournamentAsk */

/** An id for a command; `crypto.randomUUID` is missing on plain addresses such as a laptop's in a hall. */
export function commandId() {
  return [...crypto.getRandomValues(new Uint8Array(12))].map(byte => byte.toString(16).padStart(2, '0')).join('');
}

/** Milliseconds between two attempts. */
const RETRY = 2000;

/** The time between two attempts. */
export const pause = () => new Promise(resolve => { setTimeout(resolve, RETRY); });

/** Sends a command once; null if the server did not answer it. @param {string} event @param {TournamentCommand} command */
export async function attempt(event, command) {
  const answered = await call('POST /api/events/{id}/commands', { path: { id: event }, body: command });
  const lost = !answered.ok && (answered.status === 0 || answered.status >= 500 || answered.status === 429);
  return lost ? null : answered;
}

/**
 * Sends a command until the server answers it.
 * @param {string} event @param {TournamentCommand} command @param {() => void} [onWait] called when an attempt got no answer
 */
export async function send(event, command, onWait = () => {}) {
  for (;;) {
    const answered = await attempt(event, command);
    if (answered !== null) return answered;
    onWait();
    await pause();
  }
}
