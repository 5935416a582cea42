import { startServerProcess, type ServerProcess } from '#tests/support/server-process.ts'
import { follow } from './support/calls.ts'
import { banner, followers, openProfile } from './support/follower-count.ts'
import { expect, test } from './support/test.ts'

let server: ServerProcess | undefined
test.afterEach(async () => server?.[Symbol.asyncDispose]())

test('L7: every open page survives a kill of the server and converges without a reload', async ({
  guest,
}) => {
  server = await startServerProcess({ LOG_LEVEL: 'warn' })
  const [ann, bob] = [await guest('Ann', server.url), await guest('Bob', server.url)]
  await ann.page.clock.install()
  await openProfile(ann)
  await server.kill()
  await ann.page.clock.runFor(3_000)
  await expect(banner(ann.page)).toContainText('Catching up by bucket.')
  await server.start()
  await follow(bob, ann)
  const twoSecondsLater = async () => {
    await ann.page.clock.runFor(2_000)
    return followers(ann.page).textContent()
  }
  await expect.poll(twoSecondsLater, { timeout: 35_000 }).toBe('1')
  await expect(banner(ann.page)).toContainText('All is well again.')
  await ann.page.clock.runFor(4_000)
  await expect(banner(ann.page)).toHaveCount(0)
  // Not only caught up: pushed again.
  await bob.context.request.delete(`/api/users/${ann.id}/follow`, {
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  await expect(followers(ann.page)).toHaveText('0')
})
