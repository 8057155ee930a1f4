// The field for typing a move: what cannot be a move is reported beside it, and stays there to be mended.
import { t } from './texts.js';

/** Squares by number or name, at least two, with a separator. */
const MOVE = /^\s*([a-j]?\d{1,2})(\s*[-–x×:*]\s*[a-j]?\d{1,2}|\s+[a-j]?\d{1,2})+\s*$/i;

/** @param {HTMLElement} form @param {(notation: string) => void} play */
export function typedMoves(form, play) {
  const input = /** @type {HTMLInputElement} */ (form.querySelector('input')), problem = /** @type {HTMLElement} */ (form.querySelector('.field-problem'));
  const show = /** @param {string} text */ text => {
    problem.textContent = text;
    input.toggleAttribute('aria-invalid', Boolean(text));
    if (text) input.setAttribute('aria-invalid', 'true');
  };
  input.addEventListener('input', () => { show(''); });
  form.addEventListener('submit', event => {
    event.preventDefault();
    const notation = input.value.trim();
    if (!notation) return;
    if (!MOVE.test(notation)) { show(t('not-a-move')); input.select(); return; }
    play(notation);
    input.value = '';
  });
}
