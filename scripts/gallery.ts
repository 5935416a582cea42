import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright'
import sharp from 'sharp'
import {
  VARIANTS,
  fileName,
  weightOf,
  writeCatalogue,
  type DemoScene,
  type Variant,
} from './gallery/catalogue.ts'
import { frontPicture, isFront } from './gallery/front-picture.ts'
import { DOCS_PICTURES, layoutOf, writeLayouts, type Layout } from './gallery/layouts.ts'
import { settle, stretch } from './gallery/settle.ts'
import { SHOTS, inScene, openStage, type Size, type Stage } from './gallery/stage.ts'

/**
 * `npm run gallery`: takes a picture of every scene of tests/scenes that has a name for one, and writes them
 * into the folder `gallery` with a page that shows them (index.html). The built page runs with a demo world of
 * its own. `-- home thread` takes those pictures alone, `--out <folder>` writes them elsewhere. `-- --docs` takes
 * those of docs/pictures again, and notes their layouts beside them.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { out: { type: 'string' }, docs: { type: 'boolean', default: false } },
})
const root = path.resolve(import.meta.dirname, '..')
const out = values.out ?? path.join(root, values.docs ? 'docs/pictures' : 'gallery')
const isInDocs = (file: string) => DOCS_PICTURES.includes(file)
const isWanted = (picture: string, variant: Variant) =>
  values.docs
    ? isInDocs(fileName(picture, variant)) || isFront(fileName(picture, variant))
    : positionals.length === 0 || positionals.includes(picture)
const SHOWN_AT: Record<Size, number> = { desktop: 960, phone: 390 }
/** Pictures that could not be taken, and why. The others are taken all the same. */
const missed: string[] = []
const layouts = new Map<string, Layout>()
/** Those that the README's picture is made of. */
const front = new Map<string, Buffer>()

async function main(): Promise<void> {
  if (positionals.length === 0 && !values.docs) await rm(out, { recursive: true, force: true })
  await mkdir(out, { recursive: true })
  const stage = await openStage()
  try {
    for (const size of ['desktop', 'phone'] as const) await shootAll(stage, size)
  } finally {
    await stage.close()
  }
  if (!values.docs) await writeCatalogue(out)
  if (missed.length > 0) throw new Error(`Not taken:\n${missed.join('\n')}`)
  if (values.docs) {
    await writeLayouts(layouts)
    await writeFile(path.join(out, 'royal-flush.webp'), await frontPicture(front))
  }
  console.log(`${Math.round((await weightOf(out)) / 1024)} kB in ${out}`)
}

async function shootAll(stage: Stage, size: Size): Promise<void> {
  // The dashboards first: their figures are of the last quarter of an hour.
  for (const shot of SHOTS.toReversed()) {
    const { picture, scene } = shot
    const variants = VARIANTS.filter((variant) => variant.startsWith(size) && isWanted(picture, variant))
    if (variants.length === 0) continue
    await inScene(stage, shot, size, async (page) => {
      for (const variant of variants) await take(page, scene, fileName(picture, variant), size)
    }).catch((error: Error) => missed.push(`${picture}, ${size}: ${error.message}`))
    console.log(`${picture}, ${size}`)
  }
}

async function take(page: Page, scene: DemoScene, file: string, size: Size): Promise<void> {
  await page.emulateMedia({ colorScheme: file.includes('-dark.') ? 'dark' : 'light' })
  await settle(page, scene)
  if (values.docs && isInDocs(file)) layouts.set(file, await layoutOf(page))
  if (scene.tall) await stretch(page)
  const shot = await page.screenshot({ fullPage: scene.tall ?? false })
  if (values.docs && isFront(file)) front.set(file, shot)
  if (values.docs && !isInDocs(file)) return
  const image = await sharp(shot)
    .resize({ width: SHOWN_AT[size] })
    .webp({ quality: 50, effort: 6 })
    .toBuffer()
  await writeFile(path.join(out, file), image)
}

await main()
