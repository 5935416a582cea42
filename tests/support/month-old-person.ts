import mongoose from 'mongoose'
import { person, type Person } from './http-client.ts'

interface Options {
  /** Waits for what needs the account under its first id, for instance its mail: later it finds no account. */
  before?: (who: Person) => Promise<unknown>
}

/** A person whose account is a month old, signed in: the account gets an id of that time. */
export async function monthOldPerson(
  site: { readonly url: string },
  handle: string,
  { before }: Options = {},
): Promise<Person> {
  const who = await person(site, handle)
  await before?.(who)
  const users = mongoose.connection.collection('users')
  const account = await users.findOneAndDelete({ _id: new mongoose.Types.ObjectId(who.id) })
  const monthAgo = Math.floor(Date.now() / 1000) - 30 * 24 * 3600
  const _id = new mongoose.Types.ObjectId(monthAgo.toString(16).padStart(8, '0') + who.id.slice(8))
  await users.insertOne({ ...account, _id })
  const claims = mongoose.connection.collection('account_claims')
  await claims.updateMany({ userId: account!._id }, { $set: { userId: _id } })
  return person(site, handle)
}
