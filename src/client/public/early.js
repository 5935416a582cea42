// Asks for what every first page asks for, while the page's code is still under way: it would be asked only when all of
// that has come. live/http.ts takes these answers over. A file of its own because the page allows no inline script.
;(function () {
  var early = {}
  var ask = function (path) {
    early[path] = fetch(path, { credentials: 'same-origin', signal: AbortSignal.timeout(20000) })
    // Whoever takes it over hears of a failure; nobody else has to.
    early[path].catch(function () {})
  }
  ask('/api/auth/me')
  if (location.pathname === '/' || location.pathname === '/feed') ask('/api/posts')
  window.rfEarly = early
  // An answer that nobody has taken by now is not news any more.
  setTimeout(function () {
    window.rfEarly = {}
  }, 10000)
})()
