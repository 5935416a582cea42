import 'fake-indexeddb/auto'
import { configure, prettyDOM } from '@testing-library/dom'

// As in browsers: a wait says for what, and a busy machine is no failure. A failure prints what the page shows.
configure({
  asyncUtilTimeout: 20_000,
  getElementError: (message, container) =>
    Object.assign(new Error(`${message}\n${location.pathname}\n${prettyDOM(container, 4_000)}`), {
      name: 'ElementError',
    }),
})
