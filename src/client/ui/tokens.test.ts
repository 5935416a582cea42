import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { contrast, difference, seenBy } from './testing/colour-maths.ts'

const css = readFileSync(path.join(import.meta.dirname, '../styles/tokens.css'), 'utf8')
const THEMES = ['light', 'dark'] as const
type Theme = (typeof THEMES)[number]

const colours = new Map(
  [...css.matchAll(/--color-([\w-]+): light-dark\((#[0-9a-f]{6,8}), (#[0-9a-f]{6,8})\)/g)].map(
    ([, name = '', light = '', dark = '']) => [name, { light, dark }] as const,
  ),
)
const colour = (name: string, theme: Theme): string => {
  const found = colours.get(name)
  if (!found) throw new Error(`tokens.css has no colour ${name}`)
  return found[theme]
}

const GROUNDS = ['ground', 'surface', 'raised', 'sunken', 'wash']
const INKS = ['ink', 'ink-soft', 'ink-faint', 'royal-ink', 'brass-ink', 'live-ink', 'danger-ink']
const FACES = ['1', '2', '3', '4', '5', '6']
const CHARTS = ['1', '2', '3', '4', '5', '6']

/** [ink, ground] pairs that carry text: 4.5 to 1. */
const TEXT_PAIRS: [string, string][] = [
  ...GROUNDS.flatMap((ground) => INKS.map((ink): [string, string] => [ink, ground])),
  ['ink-soft', 'wash-strong'],
  ['ink', 'wash-strong'],
  ['ink', 'royal-wash'],
  ['royal-ink', 'royal-wash'],
  ['brass-ink', 'brass-wash'],
  ['live-ink', 'live-wash'],
  ['danger-ink', 'danger-wash'],
  ['on-royal', 'royal'],
  ['on-royal', 'royal-strong'],
  ['on-brass', 'brass'],
  ['on-live', 'live'],
  ['on-danger', 'danger'],
  ['on-danger', 'danger-strong'],
  ['ground', 'ink'],
  ...FACES.map((face): [string, string] => [`face-ink-${face}`, `face-${face}`]),
]

/** What is not text but must be seen to be used: 3 to 1. */
const SHAPE_PAIRS: [string, string][] = [
  ...['ground', 'surface', 'raised'].flatMap((ground) =>
    ['edge', 'focus', 'royal', 'live', 'live-glow', 'danger'].map((shape): [string, string] => [
      shape,
      ground,
    ]),
  ),
  ...CHARTS.map((chart): [string, string] => [`chart-${chart}`, 'surface']),
]

describe.each(THEMES)('The %s theme', (theme) => {
  it.each(TEXT_PAIRS)('shows text in %s on %s at 4.5 to 1', (ink, ground) => {
    expect(contrast(colour(ink, theme), colour(ground, theme))).toBeGreaterThanOrEqual(4.5)
  })

  it.each(SHAPE_PAIRS)('shows the shape %s on %s at 3 to 1', (shape, ground) => {
    expect(contrast(colour(shape, theme), colour(ground, theme))).toBeGreaterThanOrEqual(3)
  })

  it.each(['everyone', 'deuteranopia', 'protanopia', 'tritanopia'] as const)(
    'keeps chart colours apart for %s',
    (sight) => {
      const seen = CHARTS.map((chart) => seenBy(sight, colour(`chart-${chart}`, theme)))
      const nearest = seen.flatMap((one, index) =>
        seen.slice(index + 1).map((other) => difference(one, other)),
      )
      expect(Math.min(...nearest)).toBeGreaterThanOrEqual(9)
    },
  )
})

describe('The token file', () => {
  it('gives every palette colour in both themes', () => {
    const declared = [...css.matchAll(/--color-([\w-]+):/g)].map(([, name]) => name)
    const plain = declared.filter(
      (name) => name && !['transparent', 'current'].includes(name) && !colours.has(name),
    )
    expect(plain).toEqual([])
  })

  it('has radii of 10 and 16 pixels and a spacing step of 4', () => {
    expect(css).toContain('--radius-md: 10px')
    expect(css).toContain('--radius-lg: 16px')
    expect(css).toContain('--spacing: 0.25rem')
  })
})
