// From one game of the library to the next, in the order in which the list was last seen.
import { byId } from '../dom.js';

/** Shows the links that lead somewhere. */
export function offerNeighbours() {
  /** @type {(string | null)[]} */ const order = JSON.parse(sessionStorage.getItem('library-order') ?? '[]');
  const here = order.indexOf(location.pathname);
  for (const [id, address] of /** @type {const} */ ([['previous-game', order[here - 1]], ['next-game', order[here + 1]]])) {
    byId(id).toggleAttribute('hidden', here < 0 || !address);
    if (here >= 0 && address) byId(id).setAttribute('href', address);
  }
  byId('neighbours').hidden = here < 0;
}
