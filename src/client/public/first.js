// What must happen before the first paint, in one small file of its own because the page allows no inline script.

// The chosen theme never flashes. Does what ui/theme.ts does later, with the same key.
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

// The page's code takes this away once buttons work.
document.documentElement.dataset.hydrating = ''

// A button that is pressed before then is pressed again once it works; of several, the last one. Enter in a form presses its
// button. No form is sent before then: the browser would put a password into the address.
;(function () {
  var root = document.documentElement
  var pressed = null
  var isEarly = function () {
    return 'hydrating' in root.dataset
  }
  document.addEventListener(
    'click',
    function (event) {
      var button = isEarly() && event.target.closest('#root button')
      if (!button) return
      event.preventDefault()
      event.stopPropagation()
      pressed = button
    },
    true,
  )
  document.addEventListener('submit', function (event) {
    if (isEarly()) event.preventDefault()
  })
  new MutationObserver(function (_records, observer) {
    if (isEarly()) return
    observer.disconnect()
    if (pressed && pressed.isConnected) pressed.click()
  }).observe(root, { attributeFilter: ['data-hydrating'] })
})()

// The first files are gone, or the process that was asked has another build. Behind a balancer the next one may have
// them: each is asked for until it is in the browser's cache. Then the page is loaded again, once.
;(function () {
  var named = function (tag) {
    return tag.src || tag.href || ''
  }
  var isOurs = function (tag) {
    return named(tag).indexOf('/assets/') >= 0
  }
  var fetchToCache = function (tag, tries) {
    return fetch(named(tag)).then(function (answer) {
      if (answer.status !== 404 || tries === 1) return answer.arrayBuffer()
      return new Promise(function (resolve) {
        setTimeout(resolve, 50)
      }).then(function () {
        return fetchToCache(tag, tries - 1)
      })
    })
  }
  var begun = false
  addEventListener(
    'error',
    function (event) {
      var tag = event.target
      if (begun || !tag.matches || !tag.matches('script[type=module],link[rel=stylesheet]') || !isOurs(tag))
        return
      begun = true
      var all = Array.from(document.querySelectorAll('script,link')).filter(isOurs)
      Promise.all(
        all.map(function (one) {
          return fetchToCache(one, 16)
        }),
      )
        .then(function () {
          // There were answers, so there is a network.
          var build = named(document.querySelector('script[src*="/assets/"]') || tag)
          if (sessionStorage.getItem('rf-reloaded') === build) return
          sessionStorage.setItem('rf-reloaded', build)
          location.reload()
        })
        .catch(function () {
          // No network, or no storage that would remember it: what can be read stays.
        })
    },
    true,
  )
})()

// The browser's offer to install the page, which it makes once; app/install-offer.ts takes it at a better time.
addEventListener('beforeinstallprompt', function (event) {
  event.preventDefault()
  window.installOffer = event
})

// Scripts of a page that can be read already wait until it is painted (the server marks them, features/site/pages/shell.ts): on
// a slow line they would take the place of its sheet and fonts, on a slow phone the time to draw it.
;(function () {
  var begun = false
  var begin = function () {
    if (begun) return
    begun = true
    document.querySelectorAll('link[rel="later"]').forEach(function (link) {
      link.rel = 'modulepreload'
    })
    document.querySelectorAll('script[type="later"]').forEach(function (entry) {
      var script = entry.cloneNode()
      script.type = 'module'
      entry.replaceWith(script)
    })
  }
  // A page in the background is not painted before it is looked at, and some browsers do not tell.
  addEventListener('load', function () {
    setTimeout(begin, document.hidden ? 0 : 2000)
  })
  if (PerformanceObserver.supportedEntryTypes.includes('paint')) {
    new PerformanceObserver(function (list) {
      if (list.getEntriesByName('first-contentful-paint').length > 0) begin()
    }).observe({ type: 'paint', buffered: true })
  }
})()
