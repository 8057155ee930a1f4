// Puts the chosen look on the page before it is first drawn; a plain script, so that nothing flashes.
document.documentElement.dataset.theme = localStorage.getItem('theme') ?? 'wood';
