// Puts the chosen looks on the page before it is first drawn; a plain script, so that nothing flashes.
for (const [name, usual] of [['scheme', 'system'], ['theme', 'wood'], ['pieces', 'turned']]) {
  document.documentElement.dataset[name] = localStorage.getItem(name) ?? usual;
}
