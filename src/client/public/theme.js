// Runs before the first paint, so that the chosen theme never flashes. A file of its own because the page allows no
// inline script. Keeps the key in step with ui/theme.ts.
;(function () {
  var choice = null
  try {
    choice = localStorage.getItem('rf-theme')
  } catch {
    // Storage may be forbidden; then the system decides.
  }
  if (choice === 'light' || choice === 'dark') document.documentElement.dataset.theme = choice
})()
