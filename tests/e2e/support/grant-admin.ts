import { attachEmbedded } from '#embedded-mongo/embedded-mongo.ts'
import { makeAdmin } from '#tests/support/make-admin.ts'

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
