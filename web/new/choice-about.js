// On a phone the tiles of a form have only names, and what the chosen one is stands below them: no tile changes its size under
// the finger. Screen readers have it in the tile's name.

/** @param {HTMLFormElement} form */
export function describeChoices(form) {
  for (const place of form.querySelectorAll('.choice-about')) {
    place.textContent = place.closest('fieldset')?.querySelector('input:checked + span small')?.textContent ?? '';
  }
}
