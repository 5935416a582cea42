import { afterAll, beforeAll, expect, test } from 'vitest'
import { COUNT_ME_COOKIE } from '#contract/analytics.events.ts'
import { loadRenderPage } from '#server/features/site/pages/render-page.ts'
import { person, type Person } from '#tests/support/http-client.ts'
import { startTestServer, withSettings, type TestServer } from '#tests/support/server.ts'

const ID = 'G-TEST12345'
let server: TestServer
let ann: Person

beforeAll(async () => {
  if (!(await loadRenderPage())) throw new Error('These tests look at the built page: npm run build')
  server = await startTestServer()
  ann = await person(server, 'ann')
  return withSettings({ GOOGLE_TAG_ID: ID })
})
afterAll(() => server.close())

/** Whether the document names the tag, and whether its policy permits it. */
async function tagIn(path: string, cookie = ''): Promise<{ named: boolean; permitted: boolean }> {
  const response = await fetch(server.url + path, { headers: { cookie } })
  const policy = response.headers.get('content-security-policy')!
  expect(policy).toContain("default-src 'self'")
  return {
    named: (await response.text()).includes(`<meta name="google-tag" content="${ID}" />`),
    permitted:
      /script-src[^;]*googletagmanager/.test(policy) && /connect-src[^;]*google-analytics/.test(policy),
  }
}
const ABSENT = { named: false, permitted: false }
const PRESENT = { named: true, permitted: true }

test("Google's tag is in a visitor's document only with their consent, whatever is cached", async () => {
  for (const path of ['/', '/feed', '/terms', '/no/such/page']) {
    expect(await tagIn(path), path).toEqual(ABSENT)
    expect(await tagIn(path, `${COUNT_ME_COOKIE}=yes`), path).toEqual(PRESENT)
    expect(await tagIn(path, `${COUNT_ME_COOKIE}=no`), path).toEqual(ABSENT)
    expect(await tagIn(path), path).toEqual(ABSENT)
  }
})

test("it is in a member's document only with the account's consent, whatever the browser's cookie says", async () => {
  expect(await tagIn('/', ann.cookie())).toEqual(ABSENT)
  expect(await tagIn('/', `${ann.cookie()}; ${COUNT_ME_COOKIE}=yes`)).toEqual(ABSENT)
  await ann.put('/user/privacy-settings', { analyticsConsent: true })
  expect(await tagIn('/', ann.cookie())).toEqual(PRESENT)
  await ann.put('/user/privacy-settings', { analyticsConsent: false })
  expect(await tagIn('/', ann.cookie())).toEqual(ABSENT)
})

test('answers of the API never permit it', async () => {
  const answer = await fetch(`${server.url}/api/posts`, { headers: { cookie: `${COUNT_ME_COOKIE}=yes` } })
  expect(answer.headers.get('content-security-policy')).not.toContain('google')
})
