// Short names for what every page does with its document.
import { t } from './texts.js';

/** An element that the page's template has. @param {string} id */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`#${id} is missing`);
  return element;
}

/** A field of a form, by id. @param {string} id */
export const fieldById = id => /** @type {HTMLInputElement} */ (byId(id));

/** @param {string} name @param {Record<string, string>} [attributes] @param {...(Node | string)} children */
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** A button with this text. @param {string} text @param {() => void} act @param {string} [kind] its class */
export function button(text, act, kind = '') {
  const element = make('button', { type: 'button', class: kind }, text);
  element.addEventListener('click', act);
  return element;
}

/** A button whose text has this key. @param {string} key @param {() => void} act @param {string} [kind] its class */
export function keyButton(key, act, kind) {
  const element = button(t(key), act, kind);
  element.dataset.key = key;
  return element;
}

/** Sets the text of a part of an element. @param {Element} element @param {string} css @param {string} text */
export function setText(element, css, text) {
  const part = element.querySelector(css);
  if (part && part.textContent !== text) part.textContent = text;
}

/** Says below a form what came of it: that it is done, or why it is not. @param {HTMLElement} form @param {string} text @param {boolean} isDone */
export function tellOutcome(form, text, isDone) {
  const place = form.querySelector('.problem, .field-problem');
  place?.classList.toggle('done', isDone);
  if (place) place.textContent = text;
}

/** Hears a board's own event. @template T @param {EventTarget} target @param {string} name @param {(detail: T) => void} hear */
export function onCustom(target, name, hear) {
  target.addEventListener(name, event => { hear(/** @type {CustomEvent<T>} */ (event).detail); });
}

/**
 * Replaces an element's children. The focus stays on the button with the same text, or goes to the first that can be pressed, so
 * that it is never lost. @param {HTMLElement} place @param {(Node | string)[]} children
 */
export function replaceKeepingFocus(place, children) {
  const focused = place.contains(document.activeElement) ? document.activeElement?.textContent : null;
  place.replaceChildren(...children);
  if (!focused) return;
  const buttons = [...place.querySelectorAll('button')], next = buttons.find(one => one.textContent === focused && !one.disabled) ?? buttons.find(one => !one.disabled);
  if (next) next.focus();
  else document.getElementById('content')?.focus();
}
