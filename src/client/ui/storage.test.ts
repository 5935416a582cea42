// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest'
import { browserStorage } from './storage.ts'

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

const number = (value: unknown) => (typeof value === 'number' ? value : null)

it('stores text by key, removes empty values, and lists keys by prefix', () => {
  expect([
    browserStorage.keep('a:1', 'one'),
    browserStorage.keep('a:2', 'two'),
    browserStorage.keep('b:1', 'three'),
  ]).toEqual([true, true, true])
  browserStorage.keep('a:2', '')
  expect([browserStorage.keys('a:'), browserStorage.read('a:1'), browserStorage.read('a:2')]).toEqual([
    ['a:1'],
    'one',
    null,
  ])
})

it('returns only values that the parser accepts, and removes the others', () => {
  browserStorage.saveJson('good', 7)
  localStorage.setItem('half', '{"a":')
  browserStorage.saveJson('other', 'seven')
  expect(['good', 'half', 'other'].map((key) => browserStorage.readJson(key, number))).toEqual([
    7,
    null,
    null,
  ])
  expect(Object.keys(localStorage)).toEqual(['good'])
})

it('reports that nothing was stored when the storage is full', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  expect([browserStorage.keep('a', 'x'), browserStorage.saveJson('a', {})]).toEqual([false, false])
})

it('returns nothing and does not throw when the storage is forbidden', () => {
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('forbidden', 'SecurityError')
  })
  expect([
    browserStorage.read('a'),
    browserStorage.keep('a', 'x'),
    browserStorage.keys(''),
    browserStorage.remove('a'),
  ]).toEqual([null, false, [], undefined])
})

it('reports changes in other tabs, by key and after a clear, until it is unsubscribed', () => {
  const heard = vi.fn()
  const stop = browserStorage.onChange('theme', heard)
  for (const key of ['theme', 'draft', null]) dispatchEvent(new StorageEvent('storage', { key }))
  expect(heard).toHaveBeenCalledTimes(2)
  stop()
  dispatchEvent(new StorageEvent('storage', { key: 'theme' }))
  expect(heard).toHaveBeenCalledTimes(2)
})
