// The words of the page, in the reader's language, from a script that the server makes for each language.
const { damieraTexts: texts = {} } = /** @type {{ damieraTexts?: Record<string, string> }} */ (globalThis);

/** A text with its gaps filled in; `made` is the number that plurals depend on. @param {string} key @param {Record<string, string | number>} [values] */
export function t(key, values = {}) {
  const one = Number(values.made) === 1 ? texts[`${key}[one]`] : undefined;
  return (one ?? texts[key] ?? key).replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/** An address of our own whose answer comes in the page's language, whatever the browser would ask for by itself. @param {string} address */
export function inPageLanguage(address) {
  const url = new URL(address, location.href);
  url.searchParams.set('lang', document.documentElement.lang);
  return url.pathname + url.search + url.hash;
}

/** How the reader writes dates and numbers: as the browser says, if it speaks the page's language. */
export const locale = navigator.languages.find(own => own.startsWith(document.documentElement.lang) && own.length > 2)
  ?? { en: 'en-GB', pt: 'pt-BR', it: 'it-IT' }[document.documentElement.lang] ?? document.documentElement.lang;
