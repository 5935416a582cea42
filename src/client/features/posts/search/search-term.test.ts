import { describe, expect, it } from 'vitest'
import { paramsOf, termIn, termOf, textOf } from './search-term.ts'

describe("The search box's text", () => {
  it('is a search for words', () => {
    expect(termOf('  golden plunger ')).toEqual({ kind: 'words', words: 'golden plunger' })
  })

  it('is a hashtag with a leading #', () => {
    expect(termOf('#throne')).toEqual({ kind: 'tag', words: 'throne' })
  })

  it("is cut at the server's limit", () => {
    expect(termOf('x'.repeat(300))?.words).toHaveLength(100)
  })

  it('is no search if it is blank or only a #', () => {
    expect([termOf(''), termOf('   '), termOf('#'), termOf('# ')]).toEqual([null, null, null, null])
  })
})

describe('The address of a search', () => {
  it('has words as q and a hashtag as tag, and keeps the tab', () => {
    expect(paramsOf(termOf('a & b'), 'users').toString()).toBe('q=a+%26+b&tab=users')
    expect(paramsOf(termOf('#throne'), null).toString()).toBe('tag=throne')
    expect(paramsOf(null, null).toString()).toBe('')
  })

  it('restores the text of the box', () => {
    for (const typed of ['golden plunger', '#throne'])
      expect(textOf(termIn(paramsOf(termOf(typed), null)))).toBe(typed)
    expect(textOf(termIn(new URLSearchParams('tag=%23throne')))).toBe('#throne')
  })
})
