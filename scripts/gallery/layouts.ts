import { readFileSync, readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from 'playwright'

const FOLDER = path.resolve(import.meta.dirname, '../../docs/pictures')
const FILE = path.join(FOLDER, 'layouts.json')

/** The files of docs/pictures that are scenes of the gallery. */
export const DOCS_PICTURES: readonly string[] = readdirSync(FOLDER).filter((file) =>
  /-(desktop|phone)-(light|dark)\.webp$/.test(file),
)

/**
 * What is on the screen, without its words. Landmarks, headings and controls each with their place, such as
 * 'h1 314 20 170 44' (left, top, width, height). Of rows, which people fill, only which kinds of controls they have.
 */
export type Layout = readonly string[]

export const layoutOf = (page: Page): Promise<Layout> =>
  page.evaluate(() => {
    const ROW = 'li, article, tr'
    const places: string[] = []
    const kinds = new Set<string>()
    for (const element of document.querySelectorAll(
      'header, nav, main, aside, footer, dialog, [role=dialog], h1, h2, h3, button, a[href], input, textarea, select',
    )) {
      const box = element.getBoundingClientRect()
      // Only what is on the screen: how long a page is depends on what people write.
      const [left, top] = [Math.max(box.left, 0), Math.max(box.top, 0)]
      const [width, height] = [
        Math.min(box.right, innerWidth) - left,
        Math.min(box.bottom, innerHeight) - top,
      ]
      if (width <= 1 || height <= 0 || !element.checkVisibility()) continue
      const name = element.localName
      if (element.closest(ROW)) kinds.add(`${name} ${element.classList[0] ?? ''}`.trim())
      else places.push([name, ...[left, top, width, height].map(Math.round)].join(' '))
    }
    return [...places, ...[...kinds].toSorted().map((kind) => `in rows: ${kind}`)]
  })

/** Pixels. Other machines draw fonts differently: without an emoji font a button is up to 14 narrower. */
const TOLERANCE = 24

const isSame = (one: string, other: string): boolean => {
  const [before, now] = [one, other].map((line) => line.split(' '))
  if (one.startsWith('in rows') || before!.length !== now!.length) return one === other
  return before!.every((word, at) =>
    at === 0 ? word === now![at] : Math.abs(Number(word) - Number(now![at])) <= TOLERANCE,
  )
}

/** The lines of one layout that the other does not have. */
export const changesOf = (before: Layout, now: Layout): string[] => [
  ...before.filter((line) => !now.some((other) => isSame(line, other))).map((line) => `gone: ${line}`),
  ...now.filter((line) => !before.some((other) => isSame(line, other))).map((line) => `new: ${line}`),
]

/** The layouts of docs/pictures when they were taken. */
export const notedLayouts = (): Record<string, Layout> =>
  JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, Layout>

export const writeLayouts = (layouts: ReadonlyMap<string, Layout>): Promise<void> =>
  writeFile(FILE, `${JSON.stringify(Object.fromEntries([...layouts].toSorted(byName)), null, 1)}\n`)

const byName = ([one]: [string, Layout], [other]: [string, Layout]) => (one < other ? -1 : 1)
