import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PrivacySettingsView } from '#contract/account.privacy.ts'
import { person, visitor, type Person } from '#tests/support/http-client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let ann: Person
beforeAll(async () => {
  server = await startTestServer()
  ann = await person(server, 'privacy_ann')
})
afterAll(() => server.close())

/** The other fields (product section 3). */
const held = () => ({
  email: ann.email,
  handle: ann.handle,
  createdAt: ann.user.createdAt,
  lastLoginAt: expect.any(String),
  messagesFrom: 'everyone',
  messagesFromChoices: ['everyone', 'followed', 'nobody'],
  readReceipts: true,
  typingSigns: true,
  agreed: null,
  rev: expect.any(Number),
})
const settings = async () => (await ann.get<PrivacySettingsView>('/user/privacy-settings')).body
const change = (body: object) => ann.put<PrivacySettingsView>('/user/privacy-settings', body)

describe('/api/user/privacy-settings', () => {
  test('a new account has agreed to nothing', async () => {
    expect(await settings()).toEqual({
      marketingConsent: false,
      analyticsConsent: false,
      personalizedAdsConsent: false,
      ...held(),
    })
  })

  test('changing one consent changes only that one, and stores the time', async () => {
    const { status, body } = await change({ marketingConsent: true })
    expect([status, body]).toEqual([
      200,
      { marketingConsent: true, analyticsConsent: false, personalizedAdsConsent: false, ...held() },
    ])
    expect(await settings()).toEqual(body)
    const { UserModel } = await import('#server/features/people/users/users.model.ts')
    const since = async () => (await UserModel.findById(ann.id, { consents: 1 }).lean())?.consents?.marketing
    const first = await since()
    expect(first).toBeInstanceOf(Date)
    await change({ marketingConsent: true })
    expect(await since(), 'the same again changes nothing').toEqual(first)
    await change({ marketingConsent: false })
    expect(await since()).toBeNull()
  })

  test('an invalid value is refused, and an unknown field is dropped', async () => {
    for (const body of [
      {},
      { messagesFrom: 'mother' },
      { analyticsConsent: 'yes' },
      { analyticsConsent: null },
      { isAdmin: true },
    ])
      expect((await change(body)).status, JSON.stringify(body)).toBe(400)
    expect((await change({ analyticsConsent: true, isAdmin: true })).body).not.toHaveProperty('isAdmin')
    expect((await ann.get<{ user: { isAdmin: boolean } }>('/auth/me')).body.user.isAdmin).toBe(false)
  })

  test('needs a session', async () => {
    for (const status of [
      (await visitor(server).get('/user/privacy-settings')).status,
      (await visitor(server).put('/user/privacy-settings', { analyticsConsent: true })).status,
    ])
      expect(status).toBe(401)
  })
})
