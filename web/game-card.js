// A game as plain text: to copy into a letter, or to print.
import { byId } from './dom.js';
import { t } from './texts.js';

byId('copy').addEventListener('click', async () => {
  const text = byId('text');
  try {
    await navigator.clipboard.writeText(text.textContent ?? '');
    byId('said').textContent = t('card-copied');
  } catch {
    // Without the right to copy, the text is selected.
    getSelection()?.selectAllChildren(text);
  }
});
byId('print').addEventListener('click', () => { print(); });
