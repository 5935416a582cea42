import { makeAdminIn } from '#tests/support/make-admin.ts'
import { logInByCall, type Guest } from './people.ts'

/** Makes a person an admin. `dataDir`: of another server than the run's, which is that of the person's browser. */
export async function grantAdmin(who: Guest, dataDir = process.env['E2E_DATA_DIR']!): Promise<void> {
  await makeAdminIn(dataDir, who.handle)
  // A log-in reads the person again. The server would notice within five seconds.
  await logInByCall(who)
}
