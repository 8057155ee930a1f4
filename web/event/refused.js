// A form that was refused keeps what was written into it, and the refusal is said beside it.
import { complainAt } from '../field-problem.js';
import { keyOfForm } from './refresh.js';

/** @typedef {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} Field */

/** The fields that a person fills in. @param {HTMLFormElement} form @returns {Field[]} */
const fieldsOf = form => [...form.querySelectorAll('input:not([type=hidden], [type=file]), textarea, select')].map(field => /** @type {Field} */ (field));

/** Whether something is written into a field, and not chosen. @param {Field} field */
const isWritten = field => !(field instanceof HTMLSelectElement) && !['checkbox', 'radio'].includes(field.type);

/**
 * Remembers what a form holds. What is returned puts it back into the same form of the page that was fetched since and says the
 * refusal there; it answers whether there is such a place.
 * @param {HTMLFormElement} form @returns {(text: string) => boolean}
 */
export function remember(form) {
  const key = keyOfForm(form), held = fieldsOf(form).map(field => field.value);
  return text => {
    const again = [...document.forms].find(one => keyOfForm(one) === key), fields = again ? fieldsOf(again) : [];
    if (!again || fields.length !== held.length) return false;
    fields.forEach((field, i) => { if (isWritten(field) || field instanceof HTMLSelectElement) field.value = held[i]; });
    const written = fields.filter(isWritten), place = written.find(field => !(field instanceof HTMLSelectElement) && field.value !== field.defaultValue) ?? written[0];
    if (place) complainAt(place, again, text);
    return place !== undefined;
  };
}
