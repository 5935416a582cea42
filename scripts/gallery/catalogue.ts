import { readdir, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { BRAND } from '#contract/brand.ts'
import type { Scene } from './scene.ts'
import { HALLS } from './scenes.ts'

/** The four pictures of a scene, in the order in which they stand side by side. */
export const VARIANTS = ['desktop-light', 'desktop-dark', 'phone-light', 'phone-dark'] as const
export type Variant = (typeof VARIANTS)[number]

export const fileName = ({ name }: Scene, variant: Variant): string => `${name}-${variant}.webp`

/** Writes the README beside the pictures, from the same list as they are. */
export async function writeCatalogue(folder: string): Promise<void> {
  const picture = (scene: Scene, variant: Variant) =>
    `<img src="${fileName(scene, variant)}" width="${variant.startsWith('phone') ? 150 : 330}" alt="${scene.title}, ${variant.replace('-', ', ')}">`
  const chapter = (scene: Scene) => [
    `### ${scene.title}`,
    '',
    VARIANTS.map((variant) => picture(scene, variant)).join(' '),
    '',
  ]
  const halls = HALLS.flatMap(({ title, scenes }) => [`## ${title}`, '', ...scenes.flatMap(chapter)])
  const lines = [
    `# ${BRAND.name}, room by room`,
    '',
    'Taken by `npm run gallery` of the built product with the demo world: desktop and phone, light and dark.',
    '',
    ...halls,
  ]
  await writeFile(path.join(folder, 'README.md'), `${lines.join('\n').trimEnd()}\n`)
}

/** How much all the pictures weigh, in bytes. */
export async function weightOf(folder: string): Promise<number> {
  const files = await readdir(folder)
  const sizes = await Promise.all(files.map(async (file) => (await stat(path.join(folder, file))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}
