import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { people, type Person } from '#tests/support/http-client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { connectLive, type LiveClient, type LiveOptions } from '#tests/support/socket-client.ts'
import { until } from '#tests/support/until.ts'
import { agree, post } from './support/scenes.ts'

let server: TestServer
let round = 0
const pages: LiveClient[] = []

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => {
  pages.forEach((page) => page.close())
  await server?.close()
})

/** Ann, who is counted, Bob, who is not yet, and the id of a post of Ann's. */
async function scene() {
  const [ann, bob] = await people(server, ['ann', 'bob'], `_${(round += 1)}`)
  const throne = (await post(ann, 'Sit down')).id
  await agree(ann)
  return {
    ann,
    bob,
    throne,
    sit: (page: LiveClient, id: string | null = throne, counted = false) =>
      page.send('sit', { throne: id, counted }),
    shows: (page: LiveClient, count: number) =>
      page.next('attendance:updated', (event) => event.id === throne && event.count === count),
  }
}

async function visit(options: LiveOptions): Promise<LiveClient> {
  const page = await connectLive(server, options)
  pages.push(page)
  return page
}
const pageOf = (who: Person) => visit({ cookie: who.cookie() })
/** A browser of its own: the address tells visitors apart. */
const visitor = (number: number, userAgent?: string) =>
  visit({ headers: { 'x-forwarded-for': `203.0.113.${number}` }, ...(userAgent && { userAgent }) })
/** The numbers that a page has shown, one after the other. */
const numbersOn = (page: LiveClient) =>
  page
    .all('attendance:updated')
    .map(({ count }) => count)
    .filter((count, at, all) => count !== all[at - 1])

// Each waits for seconds: so long a person whose page reloads has not left.
describe.concurrent('[L39] The people who have a thing open', () => {
  it('are counted once each, however many pages they have, and every page there gets the number', async () => {
    const { ann, bob, throne, sit, shows } = await scene()
    const annsPage = await pageOf(ann)
    expect(await sit(annsPage)).toEqual({ ok: true })
    await shows(annsPage, 1)
    await agree(bob)
    const [bobsTab, bobsPhone] = [await pageOf(bob), await pageOf(bob)]
    await sit(bobsTab)
    await sit(bobsPhone)
    await Promise.all([annsPage, bobsTab, bobsPhone].map((page) => shows(page, 2)))
    await sit(await visitor(1), throne, true)
    await shows(annsPage, 3)
    expect(annsPage.all('attendance:updated').every(({ count }) => count <= 3)).toBe(true)
  })

  it('do not include bots and people who have not agreed; their pages get the number as well', async () => {
    const { ann, bob, throne, sit, shows } = await scene()
    const annsPage = await pageOf(ann)
    await sit(annsPage)
    await shows(annsPage, 1)
    const others = [
      await pageOf(bob),
      await visitor(2),
      await visitor(3, 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'),
    ]
    await sit(others[0]!)
    await sit(others[1]!)
    await sit(others[2]!, throne, true)
    await Promise.all(others.map((page) => shows(page, 1)))
    await agree(bob)
    await sit(others[0]!)
    await shows(annsPage, 2)
    await bob.put('/user/privacy-settings', { analyticsConsent: false })
    await sit(others[0]!)
    await until('Bob is not counted any more', () => numbersOn(annsPage).at(-1) === 1)
  })

  it('leave with their last page, but not during a reload', async () => {
    const { ann, bob, throne, sit, shows } = await scene()
    await agree(bob)
    const annsPage = await pageOf(ann)
    await sit(annsPage)
    const bobsPage = await pageOf(bob)
    await sit(bobsPage)
    await shows(annsPage, 2)
    // Connected before, because a busy machine may take longer for that than a reload may take.
    const [reloaded, other] = [await pageOf(bob), await visitor(4)]
    bobsPage.close()
    await sit(other, throne, true)
    await shows(annsPage, 3)
    await sit(reloaded)
    await shows(reloaded, 3)
    await sit(reloaded, null)
    await until('Bob has left', () => numbersOn(annsPage).at(-1) === 2)
    expect(numbersOn(annsPage)).toEqual([1, 2, 3, 2])
  })

  it('move to the next thing, and get no more pushes about the one before', async () => {
    const { ann, bob, throne, sit, shows } = await scene()
    await agree(bob)
    const [annsPage, bobsPage] = [await pageOf(ann), await pageOf(bob)]
    await sit(annsPage)
    await sit(bobsPage)
    await shows(annsPage, 2)
    const next = (await post(bob, 'Sit here')).id
    await sit(bobsPage, next)
    expect(await bobsPage.next('attendance:updated', ({ id }) => id === next)).toEqual({ id: next, count: 1 })
    await until('Ann is alone', () => numbersOn(annsPage).at(-1) === 1)
    const heard = bobsPage.all('attendance:updated').filter(({ id }) => id === throne)
    expect(heard.at(-1)!.count).toBe(2)
  })

  it('do not include the owner of a profile: strangers would learn that the owner is online', async () => {
    const { ann, sit } = await scene()
    const annsPage = await pageOf(ann)
    await sit(annsPage, ann.id)
    expect(await annsPage.next('attendance:updated')).toEqual({ id: ann.id, count: 0 })
  })
})
