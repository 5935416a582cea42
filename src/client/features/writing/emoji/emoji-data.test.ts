import { describe, expect, it } from 'vitest'
import { drawable } from './emoji-data.ts'

const emoji = (emoji: string, version: number, countryFlag?: true) => ({
  emoji,
  version,
  category: 0,
  label: emoji,
  tags: [],
  ...(countryFlag && { countryFlag }),
})
const ALL = [emoji('old', 1), emoji('flag', 2, true), emoji('newer', 15), emoji('newest', 17)]
const left = (draws: readonly string[]) =>
  drawable(ALL, (one) => draws.includes(one)).map(({ emoji }) => emoji)

describe('The emoji of this device', () => {
  it('are those of the versions that its font knows', () =>
    expect(left(['old', 'flag', 'newer', '🇪🇺'])).toEqual(['old', 'flag', 'newer']))
  it('have no flags where the font has none', () => expect(left(['old', 'newer'])).toEqual(['old', 'newer']))
  it('are all where nothing is in colour', () => expect(left([])).toEqual(['old', 'flag', 'newer', 'newest']))
})
