// The bar that says that the server cannot be reached. It is in every page, so that screen readers hear what it says.
import { t } from './texts.js';

/** @param {'up' | 'down' | null} link @param {string} [pending] a move that waits to be sent */
export function showLink(link, pending = '') {
  const bar = document.getElementById('link-bar');
  const text = link !== 'down' ? '' : pending ? t('not-connected-pending', { move: pending }) : t('not-connected');
  if (bar && bar.textContent !== text) bar.textContent = text;
}
