import { MongoClient } from 'mongodb'
import { attachEmbedded } from '#embedded-mongo/embedded-mongo.ts'
import { ageSessions } from '#tests/support/sessions.ts'
import { logInByCall, type Guest } from './people.ts'

interface Options {
  /** The server by another name. */
  url?: string
  /** A recovery code, where a second factor is required. */
  code?: string
}

/**
 * Logs the person in again, eleven minutes ago: after ten minutes, some actions require a fresh proof. No page of
 * theirs may be open: the server caches a session for seconds once it is used.
 */
export async function beginOldLogin(who: Guest, { url = '', code }: Options = {}): Promise<void> {
  await logInByCall(who, url)
  if (code !== undefined) {
    const headers = { 'sec-fetch-site': 'same-origin' }
    const answer = await who.context.request.post(`${url}/api/auth/login/second`, { data: { code }, headers })
    if (!answer.ok()) throw new Error(`${answer.status()} ${await answer.text()}`)
  }
  const store = await attachEmbedded(process.env['E2E_DATA_DIR']!)
  const client = await MongoClient.connect(store!.uri)
  try {
    await ageSessions(who.id, 11 * 60_000, client.db())
  } finally {
    await client.close()
    await store!.close()
  }
}
