import { beforeAll, describe, expect, test } from 'vitest'

let fingerprints: typeof import('./fingerprints.ts')
beforeAll(async () => {
  fingerprints = await import('./fingerprints.ts')
})

const ADVERT = 'Royal plungers, forged by hand, now for only 19 crowns, delivered to your throne by noon!'

describe('The site-wide fingerprint is the same for', () => {
  test.each([
    ['other letter case', ADVERT.toUpperCase()],
    ['other digits', ADVERT.replace('19', '2750')],
    ['emoji and signs', `🚽🚽 ${ADVERT.replaceAll(',', ' —')} 💩`],
    ['other white space', ADVERT.replaceAll(' ', '\n \u00a0')],
    ['invisible characters', ADVERT.replace('forged', 'for\u200bged')],
    ['accents', ADVERT.replace('Royal', 'Róyàl')],
  ])('%s', (_, text) => expect(fingerprints.siteFingerprint(text)).toBe(fingerprints.siteFingerprint(ADVERT)))

  test('other paths of a link, if there are enough words', () => {
    const [one, other] = ['a8Fk', 'zz91'].map((path) =>
      fingerprints.siteFingerprint(
        `The best brushes of all are here: https://brushes.example/${path}?ref=${path}`,
      ),
    )
    expect(one).toBe(other)
  })
})

describe('The site-wide fingerprint differs for', () => {
  test.each([
    ['other words', ADVERT, ADVERT.replace('plungers', 'brushes')],
    ['other hosts', `${ADVERT} https://one.example`, `${ADVERT} https://two.example`],
    ['bare links to the same host', 'https://videos.example/watch?v=1', 'https://videos.example/watch?v=2'],
  ])('%s', (_, one, other) =>
    expect(fingerprints.siteFingerprint(one)).not.toBe(fingerprints.siteFingerprint(other)),
  )
})

test.each(['lol', 'Good morning everybody!', 'Happy new year to all of you', '!!!! 12345 ????', ''])(
  'a common phrase has no site-wide fingerprint: %j',
  (text) => expect(fingerprints.siteFingerprint(text)).toBeNull(),
)

test("the fingerprint of a person's own texts ignores letter case and white space, but not digits", () => {
  expect(fingerprints.exactFingerprint('Buy MY plungers!')).toBe(
    fingerprints.exactFingerprint('buy my  plungers'),
  )
  expect(fingerprints.exactFingerprint('It is 2:1 now')).not.toBe(
    fingerprints.exactFingerprint('It is 3:1 now'),
  )
})
