import 'fake-indexeddb/auto'
import { configure, prettyDOM } from '@testing-library/dom'
import { answerQueriesFast } from './computed-style.ts'

/** Prints what the page shows. Only when it is read: most of these errors are thrown away by a wait, which looks again. */
function elementError(message: string | null, container: Element): Error {
  const error = Object.assign(new Error(), { name: 'ElementError' })
  const get = () => `${message}\n${location.pathname}\n${prettyDOM(container, 4_000)}`
  return Object.defineProperty(error, 'message', { get, configurable: true })
}

// As in browsers: a wait says for what, and a busy machine is no failure.
configure({ asyncUtilTimeout: 20_000, getElementError: elementError })
answerQueriesFast()
