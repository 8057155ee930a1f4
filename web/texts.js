// The words of the page, in the reader's language, as the server gave them.
/** @type {Record<string, string>} */
const texts = JSON.parse(document.getElementById('texts')?.textContent ?? '{}');

/** A text with its gaps filled in. @param {string} key @param {Record<string, string | number>} [values] */
export function t(key, values = {}) {
  return (texts[key] ?? key).replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}
