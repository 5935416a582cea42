import { SCREENS, isChecked } from '#tests/scenes/list.ts'
import { DESKTOP, PHONE } from './support/inspect.ts'
import { missingTexts, problemsOf, violations, type Check } from './support/scene-runner.ts'
import { expect, test } from './support/test.ts'
import { expectKnownLinks } from './support/known-links.ts'
import { closeWorld, openWorld, type TestWorld } from './support/world.ts'

// Every state of every screen in one visit: its texts are those of the product document, and axe finds nothing
// on a desktop and as narrow as a phone, in the two themes in turn. scenes.phone.spec.ts checks what touch changes.
test.describe.configure({ mode: 'parallel' })

let stage: TestWorld

test.beforeAll(async ({ contexts }) => {
  stage = await openWorld(contexts)
  await stage.pages.ann.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  for (const page of Object.values(stage.pages)) {
    page.setDefaultTimeout(10_000)
    // As over HTTP/2, where a refusal has no text of its own.
    await page.addInitScript(() => Object.defineProperty(Response.prototype, 'statusText', { get: () => '' }))
  }
})
test.afterAll(({ contexts }) => closeWorld(contexts, stage))

const accessible = violations([DESKTOP, PHONE])
const check: Check = async (page, scene, index) => [
  ...(await missingTexts(page, scene, index)),
  ...(await accessible(page, scene, index)),
]

for (const screen of SCREENS.filter(({ scenes }) => scenes.some(isChecked)))
  test(screen.screen, async () => {
    test.slow()
    expect(await problemsOf(screen, stage, check)).toEqual([])
  })

test('every link of the shell leads to a screen of the list', () => expectKnownLinks(stage))
