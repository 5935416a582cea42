import { expect, it } from 'vitest'
import { lackingIn } from './browser-support.ts'

const lacking = (code: string) => lackingIn('src/client/x.ts', code)

it('finds what the oldest browsers lack: static, of objects, global, and what only https has', () => {
  expect(lacking('const url = URL.parse(text)')).toEqual(['URL.parse'])
  expect(lacking('const first = map.getOrInsert(key, 1)')).toEqual(['map.getOrInsert'])
  expect(lacking('requestIdleCallback(work)')).toEqual(['requestIdleCallback'])
  expect(lacking('const id = crypto.randomUUID()')).toEqual(['crypto.randomUUID'])
  expect(lacking('await navigator.clipboard.writeText(text)')).toEqual(['navigator.clipboard'])
})

it('allows what they all have, and what is asked for', () => {
  expect(lacking('URL.canParse(text); Map.groupBy(rows, key); list.toSorted().findLast(one)')).toEqual([])
  expect(lacking('navigator.setAppBadge?.(3)')).toEqual([])
  expect(lackingIn('src/client/ui/when-idle.ts', 'requestIdleCallback(work)')).toEqual([])
})
