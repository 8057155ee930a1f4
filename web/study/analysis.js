// What the engine finds while one looks, and what the endgame tables know.
import { addressOf } from '../api.js';
import { button, byId, fieldById, make, setText } from '../dom.js';
import { createState } from '../state.js';
import { locale, t } from '../texts.js';

/** @typedef {import('api').Findings} Findings */
/** @typedef {import('api').FoundLine} FoundLine */
/** @typedef {{ isOn: boolean, status: string, findings: Findings | null }} AnalysisState */

const men = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: 'exceptZero' });
const whole = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
const percent = new Intl.NumberFormat(locale, { style: 'percent' });
/** Milliseconds before a position is analysed, so that leafing through a game asks for nothing. */
const DEBOUNCE = 250;
/** Milliseconds before asking again when the engine is busy. */
const RETRY = 3000;

export class Analysis {
  /** @type {import('./tree.js').Path | null} */ #path = null;
  /** @type {EventSource | null} */ #stream = null;
  #timer = 0;

  /** @param {import('../board.js').DamieraBoard} board @param {{ play: (notation: string) => void, isAllowed: boolean }} page */
  constructor(board, { play, isAllowed }) {
    this.board = board;
    this.play = play;
    this.isAllowed = isAllowed;
    const toggle = fieldById('analyse');
    /** @type {AnalysisState} */
    const initial = { isOn: isAllowed && localStorage.getItem('analyse') === 'on', status: isAllowed ? '' : t('analysis-in-play'), findings: null };
    this.state = createState(initial);
    toggle.disabled = !isAllowed;
    toggle.checked = initial.isOn;
    toggle.addEventListener('change', () => {
      localStorage.setItem('analyse', toggle.checked ? 'on' : 'off');
      this.state.update({ isOn: toggle.checked });
      this.#restart();
    });
    this.state.follow(['status'], ({ status }) => { byId('analysis-state').textContent = status; });
    this.state.follow(['findings'], ({ findings }) => { this.#render(findings); });
    addEventListener('pagehide', () => { this.#stop(); });
  }

  /** Another position is looked at. @param {import('./tree.js').Path} path */
  look(path) {
    this.#path = path;
    this.#restart();
  }

  #stop() {
    clearTimeout(this.#timer);
    this.#stream?.close();
    this.#stream = null;
  }

  #restart() {
    this.#stop();
    if (!this.isAllowed) return;
    this.state.update({ findings: null, status: '' });
    if (this.state.current.isOn) this.#timer = setTimeout(() => { this.#listen(); }, DEBOUNCE);
  }

  #listen() {
    if (!this.#path) return;
    const stream = new EventSource(addressOf('GET /api/analysis', { query: { ...this.#path, lines: 3 } }));
    this.#stream = stream;
    this.state.update({ status: t('analysis-waiting') });
    stream.onmessage = event => {
      /** @type {Findings} */ const findings = JSON.parse(event.data);
      const values = { level: findings.depth, text: whole.format(findings.nodes) };
      const status = findings.lines.length ? t(findings.done ? 'analysis-done' : 'analysis-depth', values) : '';
      this.state.update({ findings, status });
      if (findings.done) this.#stop();
    };
    stream.onerror = () => {
      if (this.#stream !== stream) return;
      this.#stop();
      this.state.update({ status: t('analysis-busy') });
      this.#timer = setTimeout(() => { this.#listen(); }, RETRY);
    };
  }

  /** @param {Findings | null} findings */
  #render(findings) {
    const lines = findings?.lines ?? [];
    byId('chances').hidden = !lines.length;
    if (lines.length) renderChances(byId('chances'), lines[0].chances);
    byId('scale').hidden = !lines.length;
    if (lines.length) /** @type {HTMLElement} */ (byId('scale').firstElementChild).style.height = `${100 * (lines[0].chances[0] + lines[0].chances[1] / 2)}%`;
    this.board.update({ hint: lines[0]?.squares ?? [] });
    byId('lines').replaceChildren(...lines.map(line => this.#line(line)));
  }

  /** @param {FoundLine} line */
  #line(line) {
    const point = /** @param {number[][]} paths */ paths => { this.board.update({ paths }); };
    const play = button(line.moves[0] ?? '', () => { point([]); this.play(line.moves[0]); });
    play.title = t('play-line');
    for (const name of ['pointerenter', 'focus']) play.addEventListener(name, () => { point([line.squares]); });
    for (const name of ['pointerleave', 'blur']) play.addEventListener(name, () => { point([]); });
    return make('li', {}, make('b', {}, scoreOf(line)), play, make('span', {}, line.moves.slice(1).join(' ')));
  }
}

/** @param {FoundLine} line */
function scoreOf(line) {
  if (!line.winner) return men.format(line.men);
  const side = t(`side-${line.winner}`), moves = line['moves-to-win'];
  return moves ? t('wins-in', { side, made: moves }) : t('side-wins', { side });
}

/** @param {HTMLElement} card @param {number[]} chances of White, of a draw, of Black */
function renderChances(card, chances) {
  ['white', 'draw', 'black'].forEach((name, i) => {
    /** @type {HTMLElement} */ (card.querySelector(`.${name}`)).style.width = `${100 * chances[i]}%`;
  });
  const [made, level, limit] = chances.map(chance => percent.format(chance));
  setText(card, '#chances-text', t('chances', { made, level, limit }));
}

/** What the tables know of the position and of each move. @param {HTMLElement} card @param {import('api').Truth | null | undefined} truth @param {(notation: string) => void} play */
export function renderTruth(card, truth, play) {
  card.hidden = !truth;
  if (!truth) return;
  setText(card, '.says', truth.text);
  setText(card, '.count-says', truth.count ? `${truth.count.text} (${truth.count.article})` : '');
  /** @type {HTMLElement} */ (card.querySelector('.count-says')).hidden = !truth.count;
  card.querySelector('ul')?.replaceChildren(...truth.moves.map(m =>
    make('li', { class: m.value }, button(m.notation, () => { play(m.notation); }), make('span', {}, m.text))));
}
