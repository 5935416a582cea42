// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest'
import { localKept } from './storage.ts'

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

const number = (value: unknown) => (typeof value === 'number' ? value : null)

it('stores text by key, removes empty values, and lists keys by prefix', () => {
  expect([
    localKept.keep('a:1', 'one'),
    localKept.keep('a:2', 'two'),
    localKept.keep('b:1', 'three'),
  ]).toEqual([true, true, true])
  localKept.keep('a:2', '')
  expect([localKept.keys('a:'), localKept.read('a:1'), localKept.read('a:2')]).toEqual([['a:1'], 'one', null])
})

it('returns only values that the parser accepts, and removes the others', () => {
  localKept.saveJson('good', 7)
  localStorage.setItem('half', '{"a":')
  localKept.saveJson('other', 'seven')
  expect(['good', 'half', 'other'].map((key) => localKept.readJson(key, number))).toEqual([7, null, null])
  expect(Object.keys(localStorage)).toEqual(['good'])
})

it('reports that nothing was stored when the storage is full', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  expect([localKept.keep('a', 'x'), localKept.saveJson('a', {})]).toEqual([false, false])
})

it('returns nothing and does not throw when the storage is forbidden', () => {
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('forbidden', 'SecurityError')
  })
  expect([localKept.read('a'), localKept.keep('a', 'x'), localKept.keys(''), localKept.remove('a')]).toEqual([
    null,
    false,
    [],
    undefined,
  ])
})

it('reports changes in other tabs, by key and after a clear, until it is unsubscribed', () => {
  const heard = vi.fn()
  const stop = localKept.onChange('theme', heard)
  for (const key of ['theme', 'draft', null]) dispatchEvent(new StorageEvent('storage', { key }))
  expect(heard).toHaveBeenCalledTimes(2)
  stop()
  dispatchEvent(new StorageEvent('storage', { key: 'theme' }))
  expect(heard).toHaveBeenCalledTimes(2)
})
