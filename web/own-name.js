// The name under which a guest plays: the browser remembers it, so that the next game has it too.

/** Where the browser keeps it. */
const KEPT = 'guest-name';

/** The field for it; a page for somebody who is signed in has none. */
const field = () => /** @type {HTMLInputElement | null} */ (document.querySelector('input[data-own-name]'));

/** The name as it was entered, kept for the next time; empty for somebody who is signed in. */
export function ownName() {
  const name = field()?.value.trim() ?? '';
  if (name) localStorage.setItem(KEPT, name);
  else if (field()) localStorage.removeItem(KEPT);
  return name;
}

const empty = field();
if (empty && !empty.value) empty.value = localStorage.getItem(KEPT) ?? '';
