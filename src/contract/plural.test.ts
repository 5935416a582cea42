import { expect, test } from 'vitest'
import { counted } from './plural.ts'

test.each([
  [0, '0 comments'],
  [1, '1 comment'],
  [2, '2 comments'],
  [1200, '1,200 comments'],
])('%d has the word that fits', (count, words) => {
  expect(counted(count, 'comment')).toBe(words)
})

test('a word with a plural of its own', () => {
  expect([counted(1, 'person', 'people'), counted(3, 'person', 'people')]).toEqual(['1 person', '3 people'])
})
