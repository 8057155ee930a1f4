// Copying what a field holds. The button says when it is done; where nothing can be copied, the text is left selected.
import { t } from './texts.js';

/** @param {HTMLInputElement} field @param {HTMLElement} button */
export async function copyField(field, button) {
  field.select();
  // Browsers have no clipboard on plain addresses, such as a laptop's in a hall, but can copy what is selected.
  const isCopied = await navigator.clipboard?.writeText(field.value).then(() => true, () => false) || document.execCommand('copy');
  button.textContent = t(isCopied ? 'copied' : 'copy');
}
