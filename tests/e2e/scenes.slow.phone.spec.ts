import { SCREENS } from '#tests/scenes/list.ts'
import type { Scene } from '#tests/scenes/scene.ts'
import { PHONE } from './support/inspect.ts'
import { expectKnownLinks } from './support/known-links.ts'
import { problemsOf, violations } from './support/scene-runner.ts'
import { expect, test } from './support/test.ts'
import { closeWorld, openWorld, type TestWorld } from './support/world.ts'

// The states that look different on touch screens. The tests of the desktop check all of them at a phone's width.
let stage: TestWorld

test.beforeAll(async ({ contexts }) => {
  stage = await openWorld(contexts)
})
test.afterAll(({ contexts }) => closeWorld(contexts, stage))

const isTouched = ({ touch }: Scene) => touch === true

test('axe finds nothing in the states that touch changes', async () => {
  test.slow()
  const found: string[] = []
  for (const screen of SCREENS)
    found.push(
      ...(await problemsOf(screen, screen.scenes.filter(isTouched), stage, violations([PHONE]), {
        loads: true,
      })),
    )
  expect(found).toEqual([])
})

test('every link of the shell leads to a screen of the list', () => expectKnownLinks(stage))
