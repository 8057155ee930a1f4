// Wood on wood: short knocks made on the spot, unless the settings say otherwise.
import { setting } from './settings.js';

/** @type {AudioContext | null} */ let audio = null;

/** One knock: a burst of noise through a narrow filter. @param {number} after seconds from now @param {number} pitch @param {number} loud */
function knock(after, pitch, loud) {
  if (!navigator.userActivation?.hasBeenActive) return; // browsers allow no sound before the first gesture
  audio ??= new AudioContext();
  const at = audio.currentTime + after, length = 0.09;
  const noise = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = (Math.random() * 2 - 1) * Math.exp(-i / (audio.sampleRate * 0.012));
  const source = new AudioBufferSourceNode(audio, { buffer: noise });
  const body = new BiquadFilterNode(audio, { type: 'bandpass', frequency: pitch, Q: 4 });
  const volume = new GainNode(audio, { gain: loud });
  source.connect(body).connect(volume).connect(audio.destination);
  source.start(at);
}

/** The sound of a move that takes so many pieces. @param {number} taken */
export function moveSound(taken) {
  if (!setting('sound')) return;
  knock(0, 900, 1.6);
  for (let i = 0; i < Math.min(taken, 5); i++) knock(0.12 + 0.11 * i, 620, 1.3);
}

/** The sound of a refusal: one low knock. */
export function refusalSound() {
  if (setting('sound')) knock(0, 240, 1.6);
}

/** The sound of an end. */
export function endSound() {
  if (setting('sound')) [0, 0.16, 0.32].forEach((after, i) => knock(after, 500 + 160 * i, 1.4));
}
