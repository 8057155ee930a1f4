// A form that takes PDN: pasted, chosen as a file, or dropped on it.
import { byId } from './dom.js';
import { t } from './texts.js';

const paste = /** @type {HTMLTextAreaElement} */ (byId('paste'));
const file = /** @type {HTMLInputElement} */ (byId('file'));

/** Empties the fields once their text is taken. */
export function clearPdnForm() {
  paste.value = '';
  file.value = '';
}

/**
 * Sends what the form has; an empty one gets a message and keeps the focus.
 * @param {HTMLFormElement} form @param {(pdn: Blob | string) => void} send @param {(problem: string) => void} report
 */
export function followPdnForm(form, send, report) {
  form.addEventListener('submit', event => {
    event.preventDefault();
    const pdn = paste.value.trim() || file.files?.[0];
    if (pdn) { send(pdn); return; }
    report(t('import-nothing'));
    paste.focus();
  });
  const drop = byId('drop');
  for (const name of ['dragover', 'dragleave', 'drop']) {
    drop.addEventListener(name, event => {
      event.preventDefault();
      drop.classList.toggle('over', name === 'dragover');
      const dropped = event instanceof DragEvent && name === 'drop' ? event.dataTransfer : null;
      const pdn = dropped?.files[0] ?? dropped?.getData('text');
      if (pdn) send(pdn);
    });
  }
}
