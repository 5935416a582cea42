import { PHONE, expectKnownDoors, inspect, inspectOverlays } from './support/inspect.ts'
import { furnish, type World } from './support/rooms.ts'
import { openGuest, test } from './support/test.ts'

// What touch changes; every room at the width of a phone: accessible.desktop.spec.ts.
test.describe.configure({ mode: 'parallel' })

let world: World

test.beforeAll(async ({ contexts }) => {
  world = await furnish(await openGuest(contexts, 'Ann'), await openGuest(contexts, 'Bob'))
})
test.afterAll(async ({ contexts }) => {
  await contexts.giveBack(world.ann.context)
  await contexts.giveBack(world.bob.context)
})

test('the rooms whose look depends on touch can be used', () =>
  inspect(world.ann.page, ['/compose', `/messages?user=${world.bob.id}`], [PHONE]))

test('what opens can be used as well: menus, dialogs, questions', () => inspectOverlays(world))

test('no door of the house leads to a room that is not one of these', () => expectKnownDoors(world))
