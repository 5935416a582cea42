import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { explainingTexts } from './explaining-texts.ts'

const LONG = 10

const allowed = readFileSync(path.join(import.meta.dirname, 'long-words.txt'), 'utf8')
  .trim()
  .split('\n')

/** The long words of a text, in lower case. Examples of addresses and formats are no words. */
const longWordsIn = (text: string): string[] =>
  (text.match(/(?<![\w/@.-])[A-Za-z’']+(?![\w/@]|[.-]\w)/g) ?? [])
    .map((word) => word.toLowerCase())
    .filter((word) => word.length >= LONG)

it('explaining texts are in plain words: a long word is on the list, or another word is chosen', () => {
  const texts = explainingTexts()
  expect(texts.length).toBeGreaterThan(500)
  const strange = texts.flatMap(({ file, text }) =>
    longWordsIn(text)
      .filter((word) => !allowed.includes(word))
      .map((word) => `${word} (${file}: ${text})`),
  )
  expect(strange).toEqual([])
})

it('the list is sorted, and has no word that no text uses', () => {
  const used = new Set(explainingTexts().flatMap(({ text }) => longWordsIn(text)))
  expect(allowed).toEqual([...used].sort())
})
