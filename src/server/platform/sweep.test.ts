import { expect, test } from 'vitest'
import { sweep } from './sweep.ts'

test('a record that fails keeps none of the others from its work, and is reported at the end', async () => {
  const seen: number[] = []
  const swept = sweep([1, 2, 3], async (n) => {
    seen.push(n)
    if (n === 1) throw new Error('bad record')
    return Promise.resolve()
  })
  await expect(swept).rejects.toThrow('1 of 3 records failed: Error: bad record')
  expect(seen).toEqual([1, 2, 3])
  expect(await sweep([2, 3], (n) => Promise.resolve(n))).toBe(2)
})

test('it ends between two records when it is aborted', async () => {
  const end = new AbortController()
  const seen: number[] = []
  const swept = sweep(
    [1, 2, 3],
    (n) => {
      seen.push(n)
      end.abort()
      return Promise.resolve()
    },
    end.signal,
  )
  await expect(swept).rejects.toThrow()
  expect(seen).toEqual([1])
})
