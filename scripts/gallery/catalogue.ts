import { readdir, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { BRAND } from '#contract/brand.ts'
import { GALLERY } from '#tests/scenes/list.ts'
import type { DemoWho, DemoWorld, Scene } from '#tests/scenes/scene.ts'

export type DemoScene = Scene<DemoWorld, DemoWho>

/** The four pictures of a scene, in the order in which the page shows them. */
export const VARIANTS = ['desktop-light', 'desktop-dark', 'phone-light', 'phone-dark'] as const
export type Variant = (typeof VARIANTS)[number]

export const fileName = (picture: string, variant: Variant): string => `${picture}-${variant}.webp`

/** Writes the page that shows the pictures, from the list they are taken from. */
export async function writeCatalogue(folder: string): Promise<void> {
  const picture = (name: string, title: string, variant: Variant) =>
    `<img src="${fileName(name, variant)}" width="${variant.startsWith('phone') ? 150 : 330}" loading="lazy" alt="${title}, ${variant.replace('-', ', ')}">`
  const chapters = GALLERY.map(({ screen, scenes }) => {
    const pictures = scenes.flatMap(({ state, picture: name }) =>
      name === undefined
        ? []
        : [`<h3>${state}</h3>`, ...VARIANTS.map((variant) => picture(name, `${screen}: ${state}`, variant))],
    )
    return pictures.length === 0 ? [] : [`<h2>${screen}</h2>`, ...pictures]
  })
  const lines = [
    '<!doctype html>',
    `<meta charset="utf-8"><title>${BRAND.name}, screen by screen</title>`,
    `<h1>${BRAND.name}, screen by screen</h1>`,
    ...chapters.flat(),
  ]
  await writeFile(path.join(folder, 'index.html'), `${lines.join('\n')}\n`)
}

/** How much all the pictures weigh, in bytes. */
export async function weightOf(folder: string): Promise<number> {
  const files = await readdir(folder)
  const sizes = await Promise.all(files.map(async (file) => (await stat(path.join(folder, file))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}
