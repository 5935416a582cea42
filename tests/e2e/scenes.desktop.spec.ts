import { everydayScenes } from '#tests/scenes/list.ts'
import { expectKnownLinks } from './support/known-links.ts'
import { testScreens } from './support/scene-tests.ts'
import { test } from './support/test.ts'

// scenes.slow.desktop.spec.ts has the other states, and scenes.slow.phone.spec.ts what touch changes.
const stage = testScreens(everydayScenes)

test('every link of the shell leads to a screen of the list', () => expectKnownLinks(stage()))
