import { DOCS_PICTURES, changesOf, layoutOf, notedLayouts } from '../../scripts/gallery/layouts.ts'
import { settle } from '../../scripts/gallery/settle.ts'
import { SHOTS, inScene, openStage, type Stage } from '../../scripts/gallery/stage.ts'
import { fileName } from '../../scripts/gallery/catalogue.ts'
import { expect, test } from './support/test.ts'

let stage: Stage

test.beforeAll(async () => {
  // 900 posts are written first.
  test.setTimeout(300_000)
  stage = await openStage()
})
test.afterAll(() => stage.close())

test('the pictures of the documents show the screens as they are', async () => {
  test.setTimeout(300_000)
  const noted = notedLayouts()
  const changed: string[] = []
  for (const shot of SHOTS)
    for (const size of ['desktop', 'phone'] as const) {
      // The themes have one layout.
      const file = (['light', 'dark'] as const)
        .map((theme) => fileName(shot.picture, `${size}-${theme}`))
        .find((one) => DOCS_PICTURES.includes(one))
      if (file === undefined) continue
      await inScene(stage, shot, size, async (page) => {
        await settle(page, shot.scene)
        const changes = changesOf(noted[file] ?? [], await layoutOf(page))
        changed.push(...changes.map((change) => `${file}: ${change}`))
      })
    }
  expect(changed, 'npm run gallery -- --docs takes them again; look at them').toEqual([])
})
