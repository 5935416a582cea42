import { describe, expect, it } from 'vitest'
import { momentsOf, parseSearch } from './posts.search.ts'

describe('The text of a search', () => {
  it('is words, and filters among them', () => {
    expect(parseSearch('paper from:@Ann  royal has:media before:2026-02-01 AFTER:2026-01-01')).toEqual({
      words: 'paper royal',
      filters: { from: 'ann', media: true, before: '2026-02-01', after: '2026-01-01' },
      isNarrowed: true,
      fault: null,
    })
    expect(parseSearch('just words: and https://a.example')).toMatchObject({
      words: 'just words: and https://a.example',
      isNarrowed: false,
    })
  })

  it('has the last of several filters of one kind', () => {
    expect(parseSearch('from:ann from:bob').filters).toEqual({ from: 'bob' })
  })

  it.each([
    ['from:', 'Write a handle after from:, for example from:ann.'],
    ['from:a+b', 'Write a handle after from:, for example from:ann.'],
    ['before:yesterday', 'Write a day after before:, for example before:2026-11-23.'],
    ['after:2026-02-31', 'Write a day after after:, for example after:2026-11-23.'],
    ['has:soap', 'After has: you can only write media, as in has:media.'],
  ])('%s is answered with a sentence', (text, sentence) => {
    expect(parseSearch(`word ${text}`)).toMatchObject({ words: 'word', isNarrowed: true, fault: sentence })
  })
})

it('Days are whole days in UTC, and neither of the two is in the search', () => {
  expect(momentsOf({ after: '2026-01-01', before: '2026-01-03' })).toEqual({
    since: Date.UTC(2026, 0, 2),
    until: Date.UTC(2026, 0, 3),
  })
  expect(momentsOf({})).toEqual({ since: null, until: null })
})
