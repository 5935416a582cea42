import 'fake-indexeddb/auto'
import { configure, prettyDOM } from '@testing-library/dom'
import { afterEach, expect } from 'vitest'
import { answerQueriesFast } from './computed-style.ts'

/** Prints what the page shows. Only when it is read: most of these errors are thrown away by a wait, which looks again. */
function elementError(message: string | null, container: Element): Error {
  const error = Object.assign(new Error(), { name: 'ElementError' })
  const get = () =>
    `${message}\n${location.pathname}\n${prettyDOM(container.querySelector('main') ?? container, 6_000)}`
  return Object.defineProperty(error, 'message', { get, configurable: true })
}

// As in browsers: a wait says for what, and a busy machine is no failure.
configure({ asyncUtilTimeout: 20_000, getElementError: elementError })
answerQueriesFast()

const doubledKeys: unknown[] = []
const print = console.error
console.error = (...words: unknown[]) => {
  if (String(words[0]).includes('two children with the same key')) doubledKeys.push(words[1])
  print(...words)
}
// React prints it, and then doubles rows or leaves some out.
afterEach(() => expect(doubledKeys.splice(0), 'Keys of two children of one parent').toEqual([]))
