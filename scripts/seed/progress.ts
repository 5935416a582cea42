import { trusted } from 'mongoose'
import { eraseAll } from '#server/features/account/erasure/deletion.service.ts'
import { BlogModel } from '#server/features/blog/blog.model.ts'
import { releaseAll } from '#server/features/people/users/account-claims.model.ts'
import { handleIsFree } from '#server/features/people/users/accounts.service.ts'
import { UserModel, type UserDocument } from '#server/features/people/users/users.model.ts'
import { transact } from '#server/platform/mongo/transaction.ts'
import { SiteSettingModel } from '#server/shared/site-settings/site-settings.model.ts'
import { loadSetting, writeSetting } from '#server/shared/site-settings/site-settings.store.ts'
import { CAST, emailOf } from './cast.ts'

const DOMAIN = emailOf({ handle: '' })

/** Whether the demo data exists, is missing, or was left incomplete by a run that ended early. */
export async function seedState(): Promise<'none' | 'interrupted' | 'done'> {
  const setting = await loadSetting('seed')
  if (setting) return setting.value['isDone'] === true ? 'done' : 'interrupted'
  // Demo data of an older version has no setting.
  return (await handleIsFree(CAST[0]!.handle)) ? 'none' : 'done'
}

export const beginSeed = async (): Promise<void> => void (await writeSetting('seed', { isDone: false }))
export const endSeed = async (): Promise<void> => void (await writeSetting('seed', { isDone: true }))

/** The people of the demo data, by their addresses, which belong to nobody else. */
export const demoPeople = (): Promise<Pick<UserDocument, '_id' | 'handle' | 'email'>[]> =>
  UserModel.find(
    { email: trusted({ $regex: `${DOMAIN.replaceAll('.', '\\.')}$` }) },
    { handle: 1, email: 1 },
  ).lean<Pick<UserDocument, '_id' | 'handle' | 'email'>[]>()

/** Removes the people of the demo data with everything that belongs to them. Can run again. */
export async function removeDemo(): Promise<void> {
  const { signal } = new AbortController()
  const people = await demoPeople()
  await BlogModel.deleteMany({ authorId: trusted({ $in: people.map(({ _id }) => _id) }) })
  for (const { _id, handle, email } of people) {
    const id = _id.toHexString()
    await eraseAll({ id, handle, email, isConfirmed: true }, { signal, last: true })
    await transact(async (tx) => {
      await releaseAll(tx, { _id, handle, email })
      await UserModel.deleteOne({ _id }, { session: tx.session })
    })
  }
  await SiteSettingModel.deleteOne({ _id: 'seed' })
}
