import { SCREENS } from '#tests/scenes/list.ts'
import type { Scene, Screen } from '#tests/scenes/scene.ts'
import { DESKTOP, PHONE } from './inspect.ts'
import { missingTexts, problemsOf, violations, type Check } from './scene-runner.ts'
import { expect, test } from './test.ts'
import { closeWorld, openWorld, type TestWorld } from './world.ts'

/**
 * A test for each screen, which shows these of its states in one visit: their texts are those of the product document,
 * and axe finds nothing on a desktop and as narrow as a phone, in the two themes in turn. Answers what is on stage,
 * for further tests of the file.
 */
export function testScreens(scenesOf: (screen: Screen) => readonly Scene[]): () => TestWorld {
  test.describe.configure({ mode: 'parallel' })

  let stage: TestWorld

  test.beforeAll(async ({ contexts }) => {
    stage = await openWorld(contexts)
    await stage.pages.ann.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    for (const page of Object.values(stage.pages)) {
      page.setDefaultTimeout(10_000)
      // As over HTTP/2, where a refusal has no text of its own.
      await page.addInitScript(() =>
        Object.defineProperty(Response.prototype, 'statusText', { get: () => '' }),
      )
    }
  })
  test.afterAll(({ contexts }) => closeWorld(contexts, stage))

  const accessible = violations([DESKTOP, PHONE])
  const check: Check = async (page, scene, index) => [
    ...(await missingTexts(page, scene, index)),
    ...(await accessible(page, scene, index)),
  ]

  for (const screen of SCREENS) {
    const scenes = scenesOf(screen)
    if (scenes.length === 0) continue
    test(screen.screen, async () => {
      test.slow()
      expect(await problemsOf(screen, scenes, stage, check)).toEqual([])
    })
  }
  return () => stage
}
