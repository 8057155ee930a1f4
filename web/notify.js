// Notifications of the browser, for pages that are not looked at. They are asked for in the settings.
import { setting } from './settings.js';

/** @param {string} text */
export function notify(text) {
  if (!document.hidden || !setting('notify') || !('Notification' in globalThis) || Notification.permission !== 'granted') return;
  const shown = new Notification('Damiera', { body: text, tag: location.pathname });
  shown.addEventListener('click', () => { window.focus(); shown.close(); });
}
