import { readFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'

/** Pictures for the demo data, drawn by the seed itself: the mascots in rooms of a palace. */

const SPRITE = readFileSync(path.resolve(import.meta.dirname, '../../src/client/ui/mascots.svg'), 'utf8')
// The colours of the light theme: a picture looks the same in both themes.
const COLOURS: Record<string, string> = {
  '--color-mascot-line': '#2c1735',
  '--color-mascot-china': '#ffffff',
  '--color-mascot-shade': '#e4d9e8',
  '--color-mascot-royal': '#7b45b0',
  '--color-mascot-deep': '#4f2379',
  '--color-mascot-brass': '#e7b94f',
  '--color-mascot-duck': '#f8d24e',
  '--color-mascot-water': '#8dd3e8',
  '--color-mascot-blush': '#f6b3ab',
  '--color-mascot-rubber': '#dc5a4c',
  '--color-mascot-wood': '#cf9f6c',
  '--mascot-stroke': '1.7',
  '--mascot-detail': '1',
}
const SYMBOLS = SPRITE.replace(/var\((--[\w-]+)\)/g, (all, name: string) => COLOURS[name] ?? all).replace(
  /<\/?svg[^>]*>/g,
  '',
)

type Mascot = 'knight' | 'duke' | 'jester' | 'guard' | 'king'

/** Positions of the figures: centre and height as shares of the picture's height, from its left and top. */
interface Figure {
  who: Mascot
  x: number
  y: number
  size: number
}

interface Room {
  wall: string
  grout: string
  floor: string
  width: number
  height: number
  figures: readonly Figure[]
  /** SVG behind the figures, in pixels. */
  things?: string
  /** SVG in front of the figures. */
  front?: string
}

const svg = ({ wall, grout, floor, width, height, figures, things = '', front = '' }: Room): string => {
  const tile = Math.round(height / 8)
  const drawn = figures.map(({ who, x, y, size }) => {
    const side = size * height
    return `<ellipse cx="${x * height}" cy="${y * height + side * 0.47}" rx="${side * 0.42}" ry="${side * 0.05}" fill="#2c1735" opacity=".16"/><use href="#${who}" x="${x * height - side / 2}" y="${y * height - side / 2}" width="${side}" height="${side}"/>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
    <defs>${SYMBOLS}<pattern id="tiles" width="${tile}" height="${tile}" patternUnits="userSpaceOnUse"><rect width="${tile}" height="${tile}" fill="${wall}"/><path d="M0 0H${tile}M0 0V${tile}" stroke="${grout}" stroke-width="${tile / 18}"/></pattern>
    <linearGradient id="light" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".38"/><stop offset=".6" stop-color="#fff" stop-opacity="0"/></linearGradient></defs>
    <rect width="${width}" height="${height}" fill="url(#tiles)"/><rect y="${height * 0.8}" width="${width}" height="${height * 0.2}" fill="${floor}"/><path d="M0 ${height * 0.8}H${width}" stroke="${grout}" stroke-width="${tile / 10}"/>
    ${things}${drawn.join('')}${front}<rect width="${width}" height="${height}" fill="url(#light)"/></svg>`
}

const bubbles = (points: readonly (readonly [number, number, number])[]) =>
  points
    .map(
      ([x, y, r]) =>
        `<circle cx="${x}" cy="${y}" r="${r}" fill="#fff" opacity=".75" stroke="#8dd3e8" stroke-width="3"/>`,
    )
    .join('')
const bath =
  '<path d="M120 690h1360v90c0 120-80 170-200 170H320c-120 0-200-50-200-170Z" fill="#fff" stroke="#2c1735" stroke-width="8"/><rect x="90" y="660" width="1420" height="60" rx="30" fill="#fff" stroke="#2c1735" stroke-width="8"/>'
const window =
  '<path d="M980 290a190 190 0 0 1 380 0v370H980Z" fill="#4f2379" stroke="#e7b94f" stroke-width="22"/><circle cx="1250" cy="300" r="62" fill="#f8d24e"/><circle cx="1278" cy="280" r="56" fill="#4f2379"/><path d="M1170 100v560M980 440h380" stroke="#e7b94f" stroke-width="12"/>'
const crooked =
  '<g transform="rotate(9 800 330)"><rect x="735" y="265" width="130" height="130" fill="#fffdfa" stroke="#5c2a8c" stroke-width="8"/><text x="800" y="352" font-family="serif" font-size="64" text-anchor="middle" fill="#5c2a8c">47</text></g>'
const carpet =
  '<path d="M560 1200 700 960h200l140 240Z" fill="#7b45b0"/><path d="M600 1200 716 990M1000 1200 884 990" stroke="#e7b94f" stroke-width="10"/>'
const rolls = [0, 1, 2, 3, 4]
  .flatMap((row) =>
    Array.from({ length: 5 - row }, (_, at) => [820 + at * 130 + row * 65, 830 - row * 118] as const),
  )
  .map(
    ([x, y]) =>
      `<rect x="${x}" y="${y}" width="122" height="118" rx="16" fill="#fff" stroke="#2c1735" stroke-width="6"/><ellipse cx="${x + 61}" cy="${y + 14}" rx="20" ry="8" fill="#cf9f6c" stroke="#2c1735" stroke-width="5"/>`,
  )
  .join('')

const LILAC = { wall: '#efe4f4', grout: '#dccbe6', floor: '#cdb6dc' }
const MINT = { wall: '#dff1ee', grout: '#c3e0db', floor: '#a9cfc8' }
const CREAM = { wall: '#fbf1dd', grout: '#efdfbd', floor: '#dfc58f' }
const BLUSH = { wall: '#fbe4df', grout: '#f0cbc3', floor: '#dda99e' }
const WIDE = { width: 1600, height: 1200 }

export interface Scene {
  room: Room
  alt: string
}

/** By the number of the headline it belongs to. */
export const SCENES: ReadonlyMap<number, Scene> = new Map([
  [
    0,
    {
      room: {
        ...LILAC,
        ...WIDE,
        things: carpet,
        figures: [
          { who: 'king', x: 0.667, y: 0.5, size: 0.72 },
          { who: 'guard', x: 0.2, y: 0.6, size: 0.46 },
        ],
      },
      alt: 'The king on his porcelain throne at the end of a purple carpet, a brush guard beside him',
    },
  ],
  [
    1,
    {
      room: {
        ...MINT,
        ...WIDE,
        things: bubbles([
          [300, 300, 46],
          [420, 200, 26],
          [1260, 260, 58],
          [1380, 400, 30],
        ]),
        figures: [{ who: 'knight', x: 0.667, y: 0.5, size: 0.74 }],
      },
      alt: 'A knight with a plunger for a helmet, sword raised, bubbles in the air',
    },
  ],
  [
    4,
    {
      room: {
        ...BLUSH,
        ...WIDE,
        things: bubbles([
          [260, 240, 60],
          [420, 380, 34],
          [1200, 200, 48],
          [1340, 330, 70],
          [980, 150, 28],
        ]),
        front: bath,
        figures: [{ who: 'duke', x: 0.667, y: 0.37, size: 0.5 }],
      },
      alt: 'A rubber-duck duke in a white bathtub, bubbles all around',
    },
  ],
  [
    8,
    {
      room: {
        ...CREAM,
        width: 1200,
        height: 1500,
        figures: [{ who: 'jester', x: 0.4, y: 0.53, size: 0.58 }],
      },
      alt: 'A jester made of a toilet roll against yellow tiles',
    },
  ],
  [
    10,
    {
      room: { ...CREAM, ...WIDE, things: rolls, figures: [{ who: 'jester', x: 0.3, y: 0.56, size: 0.56 }] },
      alt: 'The toilet-roll jester beside a pyramid of fifteen rolls',
    },
  ],
  [
    14,
    {
      room: { ...LILAC, ...WIDE, things: window, figures: [{ who: 'king', x: 0.36, y: 0.55, size: 0.6 }] },
      alt: 'The king looks away from an arched window with a moon in it',
    },
  ],
  [
    18,
    {
      room: {
        ...MINT,
        ...WIDE,
        things: crooked,
        figures: [
          { who: 'guard', x: 0.22, y: 0.6, size: 0.5 },
          { who: 'knight', x: 1.04, y: 0.6, size: 0.5 },
        ],
      },
      alt: 'A wall of tiles; number 47 hangs crooked between two guards',
    },
  ],
])

const GROUNDS = [LILAC, MINT, CREAM, BLUSH]
const WHO: readonly Mascot[] = ['king', 'knight', 'duke', 'jester', 'guard']

/** A portrait for the member of the cast with this number. */
export const portrait = (number: number): Promise<Buffer> =>
  draw({
    ...GROUNDS[number % GROUNDS.length]!,
    width: 600,
    height: 600,
    figures: [{ who: WHO[number % WHO.length]!, x: 0.5, y: 0.53, size: 0.82 }],
  })

/** The king's banner. */
export const banner = (): Promise<Buffer> =>
  draw({
    ...LILAC,
    width: 1500,
    height: 500,
    figures: WHO.map((who, at) => ({ who, x: 0.4 + at * 0.55, y: 0.52, size: 0.62 })),
  })

export const draw = (room: Room): Promise<Buffer> =>
  sharp(Buffer.from(svg(room)))
    .png()
    .toBuffer()
