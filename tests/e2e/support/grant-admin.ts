import { attachEmbedded } from '#embedded-mongo/embedded-mongo.ts'
import { makeAdmin } from '#tests/support/make-admin.ts'
import { logInByCall, type Guest } from './people.ts'

/**
 * Makes a person an admin in the store, which the server notices within five seconds. A run of `npm run admin`
 * would take two seconds of a core; its tests are in tests/api/admin/users-admins.test.ts.
 */
export async function grantAdmin(handle: string, dataDir = process.env['E2E_DATA_DIR']!): Promise<void> {
  const store = await attachEmbedded(dataDir)
  try {
    await makeAdmin(store!.uri, handle)
  } finally {
    await store!.close()
  }
}

/**
 * An admin at once: a log-in reads the person again. `dataDir`: of another server than the run's, which is that of the
 * person's browser.
 */
export async function crown(who: Guest, dataDir?: string): Promise<void> {
  await grantAdmin(who.handle, dataDir)
  await logInByCall(who)
}
