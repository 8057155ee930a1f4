// A followed game arrives whole once; after that each message carries only what changed.

/** @typedef {import('api').Game} Game */
/** @typedef {Extract<import('api').Told, { type: 'events' }>} EventsMessage */

/**
 * The game after a message: the whole game if the message has it, else the known one with the changes applied.
 * Returns null if the changes are for another state than the known one.
 * @param {Game | null} known @param {EventsMessage} message @returns {Game | null}
 */
export function gameAfter(known, message) {
  const { shown, changes, now, clocks } = message;
  if (shown) return shown;
  if (!changes || !known || known.view.seq !== changes.after) return null;
  const { moves, view, ...members } = changes;
  // `last`, `winner` and the others, where they changed; null is a value of some.
  const { after: _, ...replaced } = /** @type {{ after: number } & Partial<Game>} */ (members);
  // A member that is absent is unchanged; the API's description cannot tell that from a null.
  const changed = /** @type {Partial<Game['view']>} */ (view);
  const kept = known.view.moves.slice(0, moves.keep);
  return { ...known, ...replaced, now, view: { ...known.view, ...changed, clocks, moves: [...kept, ...moves.add] } };
}
