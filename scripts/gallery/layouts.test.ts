import { expect, it } from 'vitest'
import { DOCS_PICTURES, changesOf, notedLayouts } from './layouts.ts'

it('each picture of the documents has a noted layout', () => {
  expect(Object.keys(notedLayouts()).toSorted()).toEqual(DOCS_PICTURES.toSorted())
})

it('a layout differs by what came, went or moved, not by a few pixels', () => {
  const before = ['h1 16 60 120 32', 'button 300 60 80 36', 'in rows: a']
  expect(changesOf(before, ['h1 16 62 118 32', 'button 300 60 96 36', 'in rows: a'])).toEqual([])
  expect(
    changesOf(before, ['h1 16 60 120 32', 'button 300 90 80 36', 'in rows: a', 'in rows: button']),
  ).toEqual(['gone: button 300 60 80 36', 'new: button 300 90 80 36', 'new: in rows: button'])
})
