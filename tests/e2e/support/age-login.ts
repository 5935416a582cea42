import mongoose from 'mongoose'
import { expect } from 'playwright/test'
import { attachEmbedded } from '#embedded-mongo/embedded-mongo.ts'
import { ageSessions } from '#tests/support/sessions.ts'
import type { Guest } from './people.ts'

/** Makes a log-in eleven minutes old: after ten minutes, some actions require a fresh proof. */
export async function ageLogin({ id, context }: Guest): Promise<void> {
  const store = await attachEmbedded(process.env['E2E_DATA_DIR']!)
  await mongoose.connect(store!.uri)
  try {
    await ageSessions(id, 11 * 60_000)
  } finally {
    await mongoose.disconnect()
    await store!.close()
  }
  // The server caches a session for a few seconds.
  await expect
    .poll(async () => (await context.request.get('/api/auth/proof/recent')).status(), { timeout: 15_000 })
    .toBe(403)
}
