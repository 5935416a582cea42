import { randomBytes } from 'node:crypto'
import { person, type Person } from '#tests/support/http-client.ts'
import { site } from './site.ts'

export interface PagePerson extends Person {
  readonly name: string
}

/** Somebody with an account and a session that no other test knows. Their calls are those of another device. */
export async function newPerson(name: string, { isNewcomer = false } = {}): Promise<PagePerson> {
  const who = await person(await site(), `${name.toLowerCase()}_${randomBytes(4).toString('hex')}`, name)
  if (!isNewcomer) await who.delete('/users/me/newcomer')
  return { ...who, name }
}
