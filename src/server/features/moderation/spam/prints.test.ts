import { beforeAll, describe, expect, test } from 'vitest'

let prints: typeof import('./prints.ts')
beforeAll(async () => {
  prints = await import('./prints.ts')
})

const ADVERT = 'Royal plungers, forged by hand, now for only 19 crowns, delivered to your throne by noon!'

describe('The print of the house is the same for', () => {
  test.each([
    ['other letter case', ADVERT.toUpperCase()],
    ['other digits', ADVERT.replace('19', '2750')],
    ['emoji and signs', `🚽🚽 ${ADVERT.replaceAll(',', ' —')} 💩`],
    ['other white space', ADVERT.replaceAll(' ', '\n \u00a0')],
    ['invisible characters', ADVERT.replace('forged', 'for\u200bged')],
    ['accents', ADVERT.replace('Royal', 'Róyàl')],
  ])('%s', (_, text) => expect(prints.housePrint(text)).toBe(prints.housePrint(ADVERT)))

  test('other paths of a link, where the words say enough', () => {
    const [one, other] = ['a8Fk', 'zz91'].map((path) =>
      prints.housePrint(`The best brushes of all are here: https://brushes.example/${path}?ref=${path}`),
    )
    expect(one).toBe(other)
  })
})

describe('The print of the house tells apart', () => {
  test.each([
    ['other words', ADVERT, ADVERT.replace('plungers', 'brushes')],
    ['other hosts', `${ADVERT} https://one.example`, `${ADVERT} https://two.example`],
    ['bare links to the same house', 'https://videos.example/watch?v=1', 'https://videos.example/watch?v=2'],
  ])('%s', (_, one, other) => expect(prints.housePrint(one)).not.toBe(prints.housePrint(other)))
})

test.each(['lol', 'Good morning everybody!', 'Happy new year to all of you', '!!!! 12345 ????', ''])(
  'nobody is compared for saying %j',
  (text) => expect(prints.housePrint(text)).toBeNull(),
)

test("a person's own texts are the same whatever their letters and signs, but not with other digits", () => {
  expect(prints.exactPrint('Buy MY plungers!')).toBe(prints.exactPrint('buy my  plungers'))
  expect(prints.exactPrint('It is 2:1 now')).not.toBe(prints.exactPrint('It is 3:1 now'))
})
