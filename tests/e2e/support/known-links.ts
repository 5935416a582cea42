import { expect } from 'playwright/test'
import { SCREENS } from '#tests/scenes/list.ts'
import { pathIn } from '#tests/scenes/scene.ts'
import { enter } from './look.ts'
import type { TestWorld } from './world.ts'

/** Expects that axe checks the screen behind each link of the home page. */
export async function expectKnownLinks({ world, pages: { ann: page } }: TestWorld): Promise<void> {
  await enter(page, '/')
  // On a phone some of the links are in the header's menu.
  const menu = page.getByRole('button', { name: 'Menu', exact: true })
  if (await menu.isVisible()) await menu.click()
  const known = new Set(
    SCREENS.flatMap((screen) =>
      screen.scenes
        .filter(({ axe }) => axe === 'page')
        .map((scene) => pathIn(screen, scene, world).split('?')[0]),
    ),
  )
  const paths = await page
    .locator('a[href^="/"]')
    .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname))
  expect(paths).toContain('/blog')
  expect(paths.filter((path) => !known.has(path) && !/^\/[pu]\//.test(path))).toEqual([])
}
