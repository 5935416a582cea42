import { test } from 'playwright/test'
import { PHONE, expectKnownDoors, inspect, inspectOverlays } from './support/inspect.ts'
import { guest } from './support/people.ts'
import { furnish, type World } from './support/rooms.ts'

// What touch changes; every room at the width of a phone: accessible.desktop.spec.ts.
test.describe.configure({ mode: 'parallel' })

let world: World

test.beforeAll(async ({ browser, baseURL }) => {
  world = await furnish(await guest(browser, baseURL!, 'Ann'), await guest(browser, baseURL!, 'Bob'))
})
test.afterAll(async () => {
  await world.ann.context.close()
  await world.bob.context.close()
})

test('the rooms whose look depends on touch can be used', () => inspect(world.ann.page, ['/compose', `/messages?user=${world.bob.id}`], [PHONE]))

test('what opens can be used as well: menus, dialogs, questions', () => inspectOverlays(world))

test('no door of the house leads to a room that is not one of these', () => expectKnownDoors(world))
