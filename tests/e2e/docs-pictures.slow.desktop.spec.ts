import { DOCS_PICTURES, changesOf, layoutOf, notedLayouts } from '../../scripts/gallery/layouts.ts'
import { settle } from '../../scripts/gallery/settle.ts'
import {
  SHOTS,
  inSceneOf,
  openContext,
  openStage,
  type Size,
  type Stage,
} from '../../scripts/gallery/stage.ts'
import { fileName } from '../../scripts/gallery/catalogue.ts'
import { expect, test } from './support/test.ts'

let stage: Stage

test.beforeAll(async () => {
  // 900 posts are written first.
  test.setTimeout(300_000)
  stage = await openStage()
})
test.afterAll(() => stage.close())

/** The picture of the documents, in either theme: the themes have one layout. */
const fileOf = (picture: string, size: Size): string | undefined =>
  (['light', 'dark'] as const)
    .map((theme) => fileName(picture, `${size}-${theme}`))
    .find((one) => DOCS_PICTURES.includes(one))

test('the pictures of the documents show the screens as they are', async () => {
  test.setTimeout(300_000)
  const noted = notedLayouts()
  const changed: string[] = []
  for (const size of ['desktop', 'phone'] as const) {
    // One context: the first page of another one would compile every script again.
    const context = await openContext(stage, stage.server.url, size)
    for (const shot of SHOTS) {
      const file = fileOf(shot.picture, size)
      if (file === undefined) continue
      expect(shot.screen.strict, `${file} shows the server with the usual settings`).toBeUndefined()
      await inSceneOf(context, stage, shot, async (page) => {
        await settle(page, shot.scene)
        const changes = changesOf(noted[file] ?? [], await layoutOf(page))
        changed.push(...changes.map((change) => `${file}: ${change}`))
      })
    }
    await context.close()
  }
  expect(changed, 'npm run gallery -- --docs takes them again; look at them').toEqual([])
})
