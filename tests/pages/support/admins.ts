import { PASSWORD } from '#tests/support/http-client.ts'
import { makeAdmin } from '#tests/support/make-admin.ts'
import { newPerson, type PagePerson } from './people.ts'
import { site } from './site.ts'

/**
 * A new person who is an admin, made so in the store. A log-in reads the person again: otherwise the server would notice
 * within five seconds. `npm run admin` is tested in tests/api/admin/users-admins.slow.test.ts.
 */
export async function newAdmin(name: string): Promise<PagePerson> {
  const who = await newPerson(name)
  await makeAdmin((await site()).storeUri, who.handle)
  await who.post('/auth/login', { email: who.email, password: PASSWORD })
  const { status } = await who.get('/admin/pending')
  if (status !== 200) throw new Error(`@${who.handle} is no admin: ${status}`)
  return who
}
