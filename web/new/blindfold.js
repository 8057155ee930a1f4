// The choice of who plays without sight of the board, and on which terms; the form of a new game and the lobby share it.

/** @typedef {{ who: 'own' | 'other' | 'both', terms: import('api').BlindfoldTerms }} BlindfoldChoice */

/** What is chosen, if anybody plays blindfold. @param {FormData} data @returns {BlindfoldChoice | null} */
export function blindfoldOf(data) {
  const who = String(data.get('blindfold') ?? ''), tries = String(data.get('blindfold-tries') ?? '3');
  if (who !== 'own' && who !== 'other' && who !== 'both') return null;
  return { who, terms: {
    'move-list': data.get('blindfold-moves') === 'all' ? 'all' : 'last-moves',
    notes: data.get('blindfold-notes') === 'allowed' ? 'allowed' : 'forbidden',
    tries: tries ? Number(tries) : null,
  } };
}

/** Shows the terms only where they matter. @param {HTMLFormElement} form */
export function renderBlindfold(form) {
  const terms = /** @type {HTMLFieldSetElement | null} */ (form.querySelector('#blindfold-terms'));
  if (terms) terms.hidden = terms.disabled = !new FormData(form).get('blindfold');
}
