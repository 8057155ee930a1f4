// The state of a page, in one place. Actions update it; views follow the parts they show.

/**
 * @template {object} T
 * @typedef {object} State
 * @property {T} current What holds now. Replaced, never changed in place.
 * @property {(patch: Partial<T>) => void} update Replaces some parts and runs the views that follow them.
 * @property {<K extends keyof T>(keys: K[], view: (state: T) => void) => void} follow Runs a view now, and again after
 *   each update that changed one of these parts.
 */

/** @template {object} T @param {T} initial @returns {State<T>} */
export function createState(initial) {
  let current = initial;
  /** @type {{ keys: (keyof T)[], view: (state: T) => void }[]} */
  const views = [];
  return {
    get current() { return current; },
    update(patch) {
      const before = current;
      current = { ...current, ...patch };
      for (const { keys, view } of views) if (keys.some(key => before[key] !== current[key])) view(current);
    },
    follow(keys, view) {
      views.push({ keys, view });
      view(current);
    },
  };
}
