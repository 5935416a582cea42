import mongoose from 'mongoose'
import type { TotpSecretView } from '#contract/account.second-factor.ts'
import { attachEmbedded } from '#embedded-mongo/embedded-mongo.ts'
import { JobModel } from '#server/platform/jobs/jobs.model.ts'
import { codeOf } from '#tests/scenes/demo.ts'
import type { Caller } from '#tests/support/http-client.ts'
import type { ServerProcess } from '#tests/support/server-process.ts'
import { ageSessions } from '#tests/support/sessions.ts'

/** Sets up an authenticator app for somebody. */
export async function setUpSecondFactor(caller: Caller): Promise<void> {
  const { body } = await caller.post<TotpSecretView>('/auth/totp')
  const { status, text } = await caller.put('/auth/totp', { code: codeOf(body.secret) })
  if (status >= 300) throw new Error(`The authenticator app was refused: ${status} ${text}`)
}

/** Writes what only time brings into the store: this person logged in an hour ago, and some jobs have died. */
export async function letTimePass({ dataDir }: ServerProcess, userId: string): Promise<void> {
  const store = await attachEmbedded(dataDir)
  await mongoose.connect(store!.uri)
  try {
    await ageSessions(userId, 3_600_000)
    const dead = { state: 'dead', owner: null, payload: {}, asked: 1, progress: null } as const
    const [now, minute] = [Date.now(), 60_000]
    await JobModel.insertMany([
      {
        ...dead,
        kind: 'mail:new-device',
        attempts: 8,
        failures: 8,
        lastError: 'Error: connect ECONNREFUSED <address>',
        createdAt: new Date(now - 40 * minute),
        diedAt: new Date(now - 3 * minute),
      },
      {
        ...dead,
        kind: 'video',
        attempts: 6,
        failures: 0,
        lastError: null,
        createdAt: new Date(now - 300 * minute),
        diedAt: new Date(now - 190 * minute),
      },
      {
        ...dead,
        kind: 'erase-account',
        attempts: 10,
        failures: 10,
        createdAt: new Date(now - 3000 * minute),
        diedAt: new Date(now - 1500 * minute),
        lastError:
          'MongoServerSelectionError: Server selection timed out after <number> ms while the third portion of messages was being blanked; the portion is begun anew at the next run',
      },
    ])
  } finally {
    await mongoose.disconnect()
    await store!.close()
  }
}
