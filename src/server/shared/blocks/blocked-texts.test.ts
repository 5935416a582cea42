import { describe, expect, test } from 'vitest'
import { processorTime } from '#tests/support/durations.ts'
import { blockedDomain, domainOf, domainsIn, entriesIn, wordList } from './blocked-texts.ts'

const WORDS = wordList(['Plunger', 'hot GOLD', 'Crème', '便器', '🍌'])
const found = (text: string) => [...entriesIn(text, WORDS)]

describe('A blocked word', () => {
  test.each([
    ['in any letter case', 'PLUNGER!', ['Plunger']],
    ['with accents', 'a plúngêr', ['Plunger']],
    ['without the accents of the entry', 'whipped creme', ['Crème']],
    ['between signs', '#plunger, "plunger" and my_plunger_shop', ['Plunger']],
    ['with invisible characters', 'plun\u200bger', ['Plunger']],
    ['in full-width letters', 'ｐｌｕｎｇｅｒ', ['Plunger']],
    ['of several words', 'Buy hot,\n gold now', ['hot GOLD']],
    ['in a script without spaces', '新しい便器です', ['便器']],
    ['that is an emoji', 'take a 🍌', ['🍌']],
  ])('is found %s', (_, text, entries) => expect(found(text)).toEqual(entries))

  test.each(['plungers', 'unplunger', 'hot goldfish', 'gold hot', 'hot and gold', ''])(
    'is not found in %j: whole words alone',
    (text) => expect(found(text)).toEqual([]),
  )
})

describe('A blocked domain', () => {
  const blocked = new Set(['evil.example', domainOf('bücher.example')!])
  const named = (text: string) => [...domainsIn(text, blocked)]

  test.each([
    'https://evil.example/x?y',
    'HTTP://WWW.EVIL.EXAMPLE',
    'go to evil.example.',
    'https://a.b.evil.example:8080/',
    'https://good.example@evil.example/',
    'https://good.example\\@evil.example',
    'https://ev%69l.example',
    'https://evil。example',
    'https://ｅｖｉｌ.example',
    'https://ev\u00adil.example',
    'https://evil.example./path',
    '[link](https://evil.example)',
    'https://good.example/?to=https://evil.example',
  ])('is found in %s', (text) => expect(named(text)).toEqual(['evil.example']))

  test.each(['https://BÜCHER.example/a', 'xn--bcher-kva.example', 'https://www.bu\u0308cher.example'])(
    'of other letters is found in %s',
    (text) => expect(named(text)).toEqual(['xn--bcher-kva.example']),
  )

  test.each([
    'https://notevil.example',
    'evil.example.org',
    'evil-example',
    'the evil. Example',
    'evil.exampleton',
  ])('is not found in %s', (text) => expect(named(text)).toEqual([]))

  test('is normalised when it is written down', () => {
    expect(
      ['.Example.ORG', '@mail.example', 'example.org.', 'a b.example', 'localhost', '', '-'].map(domainOf),
    ).toEqual(['example.org', 'mail.example', 'example.org', null, null, null, null])
    expect(blockedDomain('a.evil.example', blocked)).toBe('evil.example')
    expect(blockedDomain('example', new Set(['example']))).toBeNull()
  })
})

test('a hostile text is compared quickly', () => {
  const list = wordList(Array.from({ length: 500 }, (_, at) => (at % 2 ? `word${at}` : `two words ${at}`)))
  const blocked = new Set(Array.from({ length: 500 }, (_, at) => `evil${at}.example`))
  const texts = [
    'a.'.repeat(25_000),
    'https://'.repeat(6_000),
    'two words '.repeat(5_000),
    'x'.repeat(50_000),
  ]
  const work = () => texts.forEach((text) => [entriesIn(text, list), domainsIn(text, blocked)])
  expect(processorTime(work)).toBeLessThan(1_000)
})
