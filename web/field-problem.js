// What is wrong with a field, said beside it until something in its form is changed.
import { make } from './dom.js';

/** The fields of the forms for a new game, by the part of the terms that the server names. @type {Record<string, string[]>} */
const FIELDS = {
  odds: ['odds-by'], 'odds-men': ['odds-men', 'odds-square'], 'odds-moves': ['odds-moves'], 'odds-minutes': ['odds-minutes', 'their-minutes'],
  clock: ['minutes', 'each', 'days'], count: ['count-limit'],
};

/** Whether a field can be seen, or could if what is folded away were unfolded. @param {HTMLElement} field */
const isInUse = field => !field.closest('[hidden], :disabled');

/** Says a problem after the label of a field, and puts the focus there. @param {HTMLElement} field @param {HTMLElement} form what the field is part of @param {string} text */
export function complainAt(field, form, text) {
  const id = `problem-of-${field.getAttribute('name')}`, problem = make('p', { class: 'field-problem', role: 'alert', id }), described = field.getAttribute('aria-describedby');
  document.getElementById(id)?.remove();
  for (let part = field.closest('details'); part; part = part.parentElement?.closest('details') ?? null) part.open = true;
  (field.closest('fieldset.odds-men') ?? field.closest('label') ?? field).after(problem);
  problem.textContent = text; // after it is in the page, so that it is read out
  field.setAttribute('aria-invalid', 'true');
  field.setAttribute('aria-describedby', [described, id].filter(Boolean).join(' '));
  field.focus();
  const clear = () => {
    problem.remove();
    field.removeAttribute('aria-invalid');
    if (described) field.setAttribute('aria-describedby', described);
    else field.removeAttribute('aria-describedby');
    for (const name of ['input', 'submit']) form.removeEventListener(name, clear);
  };
  for (const name of ['input', 'submit']) form.addEventListener(name, clear);
}

/**
 * Says a problem beside the field that it is about, and says whether the form has such a field.
 * @param {HTMLFormElement} form @param {string} about a part of the terms @param {string} text
 */
export function complainAbout(form, about, text) {
  const fields = (FIELDS[about] ?? []).flatMap(name => /** @type {HTMLElement[]} */ ([...form.querySelectorAll(`[name="${name}"]`)]));
  const field = fields.find(isInUse);
  if (field) complainAt(field, form, text);
  return field !== undefined;
}
