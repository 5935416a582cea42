import { describe, expect, it } from 'vitest'
import { fold } from '#contract/fold.ts'
import { LIMITS } from '#contract/limits.ts'
import { hashtagsIn, mentionsIn } from '#contract/rich-text.ts'
import { parseSearch } from '#contract/posts.search.ts'
import { webAddresses } from '#contract/web-addresses.ts'
import { pageOf } from '#server/features/analytics/page-paths.ts'
import { deviceOf } from '#server/features/analytics/visitors.ts'
import { describe as describeError } from '#server/features/monitor/fingerprint.ts'
import { siteFingerprint } from '#server/features/moderation/spam/fingerprints.ts'
import { domainsIn, entriesIn, wordList } from '#server/shared/blocks/blocked-texts.ts'
import { redact } from '#server/platform/redact.ts'
import { searchTerms, wordsIn } from '#server/platform/words.ts'

/** What parsers of texts take long for: the same sign again and again, things that never end, and nested ones. */
const SHAPES = [
  'a',
  ' ',
  '#',
  '@',
  '#a',
  '@a',
  '(',
  ')',
  '[',
  '](',
  '*',
  '**a',
  '_a ',
  '`',
  '~~',
  '<',
  '<a ',
  '<b>',
  '&',
  '> ',
  '- ',
  '|',
  '![',
  '[a](',
  'http://',
  'www.',
  'a.',
  'a.com ',
  'http://a.com/(',
  '.',
  '/',
  '%',
  '%E0%A4',
  '\u200b',
  '\u0301',
  'é',
  '한',
  '👨‍👩‍👧',
  'Mozilla/5.0 (',
  'Version/',
  'Chrome/1 ',
  ';',
  ':',
  'from:',
  'has:',
  '"',
  "'",
  '\n',
  '\n\n',
  '\t',
  '1. ',
  '# ',
  '    at a (b:1:2)\n',
  '0',
  'x@a.',
  '<p><b>',
  '[[',
  '*_',
  '***',
  '\\',
]
/** CPU of this process, ms: unlike the clock it does not depend on other load. */
const cpuOf = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1_000
/** A linear parser takes a few milliseconds; one that grows with the square takes seconds. */
const MOST_MS = 300

const blocked = new Set(['example.org'])
const words = wordList(['bad', 'two words', '悪'])
const PARSERS: Record<string, { most: number; parse: (text: string) => unknown }> = {
  'links in a text': { most: LIMITS.message, parse: (text) => [...webAddresses(text)] },
  hashtags: { most: LIMITS.message, parse: hashtagsIn },
  mentions: { most: LIMITS.message, parse: mentionsIn },
  'words of a text': { most: LIMITS.message, parse: wordsIn },
  folding: { most: LIMITS.message, parse: fold },
  'blocked words': { most: LIMITS.message, parse: (text) => entriesIn(text, words) },
  'blocked domains': { most: LIMITS.message, parse: (text) => domainsIn(text, blocked) },
  'links of the spam protection': { most: LIMITS.message, parse: siteFingerprint },
  'a search': { most: LIMITS.searchQuery, parse: (text) => [parseSearch(text), searchTerms(text)] },
  'a user agent': { most: LIMITS.url, parse: deviceOf },
  'an address in the figures': { most: LIMITS.url, parse: pageOf },
  'an error of a browser': {
    most: 20_000,
    parse: (text) => [redact(text), describeError(Object.assign(new Error(text), { stack: text }))],
  },
}

describe.each(Object.entries(PARSERS))('%s', (_name, { most, parse }) => {
  it('takes little time, whatever the text', () => {
    for (const shape of SHAPES)
      for (const end of ['', 'x', '\u0000']) {
        const text = shape.repeat(Math.ceil(most / shape.length)).slice(0, most - end.length) + end
        const before = process.cpuUsage()
        parse(text)
        expect(cpuOf(process.cpuUsage(before)), JSON.stringify(shape)).toBeLessThan(MOST_MS)
      }
  })
})
