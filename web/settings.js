// What a person prefers, kept in the browser.

/** @typedef {{ sound: string, notify: string, confirm: string, coordinates: string, theme: string }} Settings */
/** @type {Settings} */
const usual = { sound: 'on', notify: '', confirm: '', coordinates: 'numbers', theme: 'wood' };

/** @param {keyof Settings} name */
export function setting(name) {
  return localStorage.getItem(name) ?? usual[name];
}

/** Fills a panel's controls, keeps what is chosen there, and tells. @param {HTMLElement} panel @param {() => void} changed */
export function settingsIn(panel, changed) {
  for (const control of /** @type {NodeListOf<HTMLInputElement | HTMLSelectElement>} */ (panel.querySelectorAll('[name]'))) {
    const name = /** @type {keyof Settings} */ (control.name);
    if (control instanceof HTMLInputElement) control.checked = setting(name) !== '';
    else control.value = setting(name);
    control.addEventListener('change', () => {
      localStorage.setItem(name, control instanceof HTMLInputElement ? (control.checked ? 'on' : '') : control.value);
      if (name === 'notify' && control instanceof HTMLInputElement && control.checked) {
        Notification?.requestPermission().then(answer => { if (answer !== 'granted') control.click(); });
      }
      if (name === 'theme') document.documentElement.dataset.theme = control.value;
      changed();
    });
  }
}
