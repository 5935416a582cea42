import { expect, test } from 'vitest'
import { readingMinutes } from './blog.constants.ts'

test('the reading time counts words, and letters of scripts that do not separate them', () => {
  expect(readingMinutes('')).toBe(1)
  expect(readingMinutes('word, '.repeat(1000))).toBe(5)
  expect(readingMinutes('王様の布告を読む。'.repeat(600))).toBe(10)
  expect(readingMinutes('word 王様 '.repeat(500))).toBe(5)
  expect(readingMinutes('--- '.repeat(1000))).toBe(1)
})
