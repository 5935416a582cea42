// Runs before the first paint, so that the chosen theme never flashes. A file of its own because the page allows no
// inline script. Does what ui/theme.ts does later, with the same key.
;(function () {
  var choice = null
  try {
    choice = localStorage.getItem('rf-theme')
  } catch {
    // Storage may be forbidden; then the system decides.
  }
  if (choice !== 'light' && choice !== 'dark') return
  document.documentElement.dataset.theme = choice
  // The browser's own frame follows the choice too, instead of the system.
  document.querySelectorAll('meta[data-theme-color]').forEach(function (meta) {
    meta.media = meta.dataset.themeColor === choice ? 'all' : 'not all'
  })
})()
