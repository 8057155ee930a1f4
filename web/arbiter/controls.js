// Parts the arbiter's forms are made of.
import { button, keyButton, make } from '../dom.js';
import { t } from '../texts.js';

/** A row of choices, one of them taken. @param {string} legend @param {string} name @param {[string, string][]} choices value and text @param {(value: string) => void} chosen @param {(value: string, text: string) => Node[]} [look] what a choice shows */
export function choiceRow(legend, name, choices, chosen, look = (_, text) => [make('b', {}, text)]) {
  const set = make('fieldset', { class: 'row tight' }, make('legend', {}, legend));
  choices.forEach(([value, text], i) => {
    const input = /** @type {HTMLInputElement} */ (make('input', { type: 'radio', name, value }));
    input.checked = i === 0;
    input.addEventListener('change', () => { chosen(value); });
    set.append(make('label', { class: 'pick', title: text }, input, make('span', {}, ...look(value, text))));
  });
  return set;
}

/** A piece as its picture, named for those who do not see it. @param {string} value @param {string} text @returns {Node[]} */
export const pieceLook = (value, text) => (value.includes('-') ? [make('i', { class: `chip ${value}` }), make('b', { class: 'unseen' }, text)] : [make('b', {}, text)]);

/** A field with its label. @param {string} key @param {Record<string, string>} attributes */
export const field = (key, attributes) => make('label', { class: 'field' }, t(key), make('input', attributes));

/** A list to choose from, with its label. @param {string} key @param {string} name @param {[string, string][]} options value and text */
export function select(key, name, options) {
  return make('label', { class: 'field' }, t(key), make('select', { name }, ...options.map(([value, text]) => make('option', { value }, text))));
}

/** A button for something that should not happen by accident: it asks once. @param {string} key @param {() => void} act @param {string} [text] instead of the key's text */
export function sureButton(key, act, text = t(key)) {
  const place = make('span', { class: 'sure' });
  const ask = button(text, () => {
    place.replaceChildren(make('span', {}, `${text}. ${t('are-you-sure')} `), keyButton('cancel', rest), keyButton('yes-do-it', act, 'primary'));
    place.querySelector('button')?.focus();
  });
  ask.dataset.key = key;
  place.addEventListener('keydown', ({ key: pressed }) => { if (pressed === 'Escape' && !place.contains(ask)) rest(); });
  const rest = () => { place.replaceChildren(ask); ask.focus(); };
  place.append(ask);
  return place;
}

/** Hours, minutes and seconds in milliseconds; a single number is minutes. @param {string} text */
export function timeOf(text) {
  const parts = text.split(':').map(Number);
  if (!text.trim() || parts.some(part => !Number.isFinite(part) || part < 0)) return null;
  return (parts.length === 1 ? parts[0] * 60 : parts.reduce((sum, part) => sum * 60 + part, 0)) * 1000;
}
