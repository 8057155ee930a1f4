// Moves by voice, where the browser recognises speech. What was understood is shown and counts only once it is confirmed.
import { t } from './texts.js';

/** Units from one to nineteen, and tens, as they are said; a compound is the sum of its parts. @type {Record<string, string[][]>} */
const NUMBERS = {
  it: [['uno', 'due', 'tre', 'quattro', 'cinque', 'sei', 'sette', 'otto', 'nove', 'dieci', 'undici', 'dodici', 'tredici', 'quattordici', 'quindici', 'sedici', 'diciassette', 'diciotto', 'diciannove'], ['venti', 'trenta', 'quaranta', 'cinquanta']],
  pt: [['um', 'dois', 'três', 'quatro', 'cinco', 'seis', 'sete', 'oito', 'nove', 'dez', 'onze', 'doze', 'treze', 'quatorze', 'quinze', 'dezesseis', 'dezessete', 'dezoito', 'dezenove'], ['vinte', 'trinta', 'quarenta', 'cinquenta']],
  en: [['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve', 'thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen'], ['twenty', 'thirty', 'forty', 'fifty']],
};
/** Other spellings of a number. @type {Record<string, [string, number][]>} */
const ALSO = { it: [['tré', 3], ['ventitré', 23], ['trentatré', 33], ['quarantatré', 43]], pt: [['uma', 1], ['duas', 2], ['tres', 3], ['catorze', 14], ['dezasseis', 16], ['dezassete', 17], ['dezanove', 19]] };
/** Words that sound like a number: they are one only where a number is missing, since people say "22 to 18". @type {Record<string, [string, number][]>} */
const HOMOPHONES = { en: [['to', 2], ['too', 2], ['for', 4]] };
const CAPTURES = /\b(x|per|prende|mangia|by|times|takes?|captures?|jumps?|por|captura|toma|come)\b/i;

/** Numbers by word, the longest word first. @param {string} lang @param {[string, number][]} others words besides */
function numberWords(lang, others) {
  const [units, tens] = NUMBERS[lang] ?? NUMBERS.en;
  /** @type {Map<string, number>} */ const words = new Map([...(ALSO[lang] ?? []), ...others]);
  units.forEach((word, i) => { words.set(word, i + 1); });
  tens.forEach((ten, i) => {
    words.set(ten, 20 + 10 * i);
    units.slice(0, 9).forEach((unit, j) => {
      const value = 21 + 10 * i + j;
      words.set(`${ten} ${unit}`, value);
      words.set(`${ten}-${unit}`, value);
      words.set(`${ten} e ${unit}`, value);
      words.set(`${ten}${unit}`, value);
      words.set(`${ten.slice(0, -1)}${unit}`, value); // ventuno, trentotto
    });
  });
  return [...words].sort(([a], [b]) => b.length - a.length);
}

/** Figures in a row that were heard as one: 2218 is 22 and 18. @param {string} figures @param {number} most the last square */
function separated(figures, most) {
  if (figures.length <= 2) return [Number(figures)];
  const cuts = Array.from({ length: figures.length - 1 }, (_, i) => [figures.slice(0, i + 1), figures.slice(i + 1)]);
  const likely = cuts.filter(cut => cut.every(part => !part.startsWith('0') && Number(part) >= 1 && Number(part) <= most));
  return likely.length === 1 ? likely[0].map(Number) : [];
}

/**
 * A spoken move in notation; empty if it cannot be understood as one.
 * @param {string} heard @param {string} lang @param {number} most the number of the last square
 */
export function spokenMove(heard, lang, most) {
  return moveIn(heard, numberWords(lang, []), most) || moveIn(heard, numberWords(lang, HOMOPHONES[lang] ?? []), most);
}

/** The move in what was heard. @param {string} heard @param {[string, number][]} words numbers by word @param {number} most */
function moveIn(heard, words, most) {
  let text = ` ${heard.toLowerCase().trim()} `;
  for (const [word, value] of words) text = text.replaceAll(new RegExp(`(?<=[\\s-])${word}(?=[\\s,.-])`, 'g'), String(value));
  const letters = text.match(/\b[a-j]\s?\d{1,2}\b/g);
  const squares = letters && letters.length > 1 ? letters.map(name => name.replace(/\s/, ''))
    : (text.match(/\d+/g) ?? []).flatMap(figures => separated(figures, most)).filter(square => square >= 1 && square <= most).map(String);
  return squares.length < 2 ? '' : squares.join(CAPTURES.test(text) || squares.length > 2 ? 'x' : '-');
}

/** @typedef {{ lang: string, maxAlternatives: number, onresult: (event: any) => void, onerror: () => void, onend: () => void, start: () => void }} Recogniser */

/**
 * Adds a button that listens for one move, if the browser can. `heard` gets the move to be confirmed.
 * @param {HTMLElement} form @param {() => number} most the number of the last square @param {(notation: string) => void} heard @param {(problem: string) => void} report
 */
export function listenForMoves(form, most, heard, report) {
  const { SpeechRecognition, webkitSpeechRecognition } = /** @type {Record<string, new () => Recogniser>} */ (/** @type {unknown} */ (globalThis));
  const Recognition = SpeechRecognition ?? webkitSpeechRecognition;
  const listen = /** @type {HTMLButtonElement | null} */ (form.querySelector('[data-speak]'));
  if (!listen || !Recognition) return;
  listen.hidden = false;
  listen.addEventListener('click', () => {
    const lang = document.documentElement.lang, recogniser = new Recognition();
    recogniser.lang = { it: 'it-IT', pt: 'pt-BR', en: 'en-GB' }[lang] ?? lang;
    recogniser.maxAlternatives = 5;
    recogniser.onresult = event => {
      const said = [...event.results[0]].map(({ transcript }) => String(transcript));
      const notation = said.map(text => spokenMove(text, lang, most())).find(Boolean);
      if (notation) heard(notation); else report(t('spoken-not-understood', { text: said[0] ?? '' }));
    };
    recogniser.onerror = () => { report(t('spoken-failed')); };
    recogniser.onend = () => { listen.removeAttribute('aria-pressed'); };
    listen.setAttribute('aria-pressed', 'true');
    recogniser.start();
  });
}
