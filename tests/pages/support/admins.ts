import { makeAdmin } from '#tests/support/make-admin.ts'
import { until } from '#tests/support/until.ts'
import { newPerson, type PagePerson } from './people.ts'
import { site } from './site.ts'

/**
 * A new person who is an admin, made so in the store. Resolves when the server has noticed, which takes up to five
 * seconds; `npm run admin` is tested in tests/api/admin/users-admins.test.ts.
 */
export async function newAdmin(name: string): Promise<PagePerson> {
  const who = await newPerson(name)
  await makeAdmin((await site()).storeUri, who.handle)
  await until('the server knows the admin', async () => (await who.get('/admin/pending')).status === 200)
  return who
}
