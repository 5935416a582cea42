import { grantAdmin } from './support/grant-admin.ts'
import { DESKTOP, PHONE, expectKnownDoors, inspect, inspectOverlays } from './support/inspect.ts'
import { complaints, enter } from './support/look.ts'
import { adminRooms, furnish, personRooms, visitorRooms, type World } from './support/rooms.ts'
import { expect, openGuest, test } from './support/test.ts'

// Every room of the house, in both themes, on a desktop and as narrow as a phone, in one visit. A real phone
// differs by touch (accessible.phone.spec.ts).
test.describe.configure({ mode: 'parallel' })

const SIZES = [DESKTOP, PHONE]
let world: World

test.beforeAll(async ({ contexts }) => {
  world = await furnish(await openGuest(contexts, 'Ann'), await openGuest(contexts, 'Bob'))
})
test.afterAll(async ({ contexts }) => {
  await contexts.giveBack(world.ann.context)
  await contexts.giveBack(world.bob.context)
})

test('a visitor can use every room there is', ({ page }) => inspect(page, visitorRooms(world), SIZES))

test('somebody who is signed in can use every room there is', () =>
  inspect(world.ann.page, personRooms(world), SIZES))

test('who wears the crown can use every room there is', async ({ guest }) => {
  const queen = await guest('Queen')
  await grantAdmin(queen.handle)
  await expect.poll(async () => (await queen.page.request.get('/api/admin/stats')).status()).toBe(200)
  await world.ann.context.request.post('/api/reports', {
    data: { targetType: 'post', targetId: world.post.id, reason: 'spam' },
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  await inspect(queen.page, adminRooms, SIZES)
  await enter(queen.page, '/admin?tab=reports')
  await queen.page
    .getByRole('button', { name: /^Look at/ })
    .first()
    .click()
  await expect(queen.page.getByRole('dialog').getByRole('button', { name: 'Decide' })).toBeVisible()
  expect(await complaints(queen.page, { without: ['region'] })).toEqual([])
})

test('what opens can be used as well: menus, dialogs, questions', () => inspectOverlays(world))

test('no door of the house leads to a room that is not one of these', () => expectKnownDoors(world))
