// Requests to the server. Paths, bodies and answers have the types of the API's own description, so that `tsc` finds a page
// that asks for something else.
import { inPageLanguage, t } from './texts.js';

/** @typedef {import('api').Operations} Operations */
/** @typedef {Pick<import('api').Problem, 'text'> & Partial<import('api').Problem>} Problem what the server says when it refuses */

/**
 * @template {keyof Operations} K
 * @typedef {{ ok: true, answer: Operations[K]['answer'] } | { ok: false, status: number, problem: Problem }} Answered
 */

/**
 * @template {keyof Operations} K
 * @typedef {Pick<Operations[K], Exclude<keyof Operations[K], 'answer'>>} Input
 */

/** The address of an operation. @param {string} template @param {Record<string, unknown>} [path] @param {Record<string, unknown>} [query] */
function address(template, path = {}, query = {}) {
  const filled = template.replace(/\{\*?(\w+)\}/g, (_, name) => encodeURIComponent(String(path[name])));
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '');
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return search ? `${filled}?${search}` : filled;
}

/** Where an operation's answer can be fetched from in the page's language, for links and streams. @template {keyof Operations} K @param {K} operation @param {Input<K>} input */
export function addressOf(operation, input) {
  const { path, query } = /** @type {{ path?: Record<string, unknown>, query?: Record<string, unknown> }} */ (input);
  return inPageLanguage(address(operation.split(' ')[1], path, query));
}

/** Changes that were asked for and not answered yet. @type {Map<string, Promise<any>>} */
const underWay = new Map();

/**
 * Asks the server; a lost connection is a problem like any other. A change that is asked for again before it is answered, as by
 * a double click, is made once.
 * @template {keyof Operations} K
 * @param {K} operation such as "POST /api/games"
 * @param {Input<K>} input
 * @returns {Promise<Answered<K>>}
 */
export function call(operation, input) {
  if (operation.startsWith('GET ') || Object.values(input).some(part => part instanceof Blob)) return ask(operation, input);
  const change = `${operation} ${JSON.stringify(input)}`;
  const asked = underWay.get(change) ?? ask(operation, input).finally(() => underWay.delete(change));
  underWay.set(change, asked);
  return asked;
}

/** @template {keyof Operations} K @param {K} operation @param {Input<K>} input @returns {Promise<Answered<K>>} */
async function ask(operation, input) {
  const [method] = operation.split(' '), { body } = /** @type {{ body?: unknown }} */ (input);
  /** @type {RequestInit} */ const request = { method };
  if (typeof body === 'string' || body instanceof Blob) Object.assign(request, { body, headers: { 'content-type': 'text/plain' } });
  else if (body !== undefined) Object.assign(request, { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });
  const response = await fetch(addressOf(operation, input), request).catch(() => null);
  if (!response) return { ok: false, status: 0, problem: { text: t('offline') } };
  const json = response.headers.get('content-type')?.includes('json');
  const answer = await (json ? response.json() : response.text()).catch(() => null);
  if (response.ok) return { ok: true, answer };
  return { ok: false, status: response.status, problem: answer?.text ? answer : { text: t('outcome-unknown') } };
}
