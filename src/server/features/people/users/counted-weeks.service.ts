import { trusted } from 'mongoose'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import { UserModel, type UserDocument } from './users.model.ts'

type Counted = Pick<UserDocument, '_id' | 'createdAt' | 'countedWeek'>
const COUNTED = { createdAt: 1, countedWeek: 1 } as const

/**
 * Marks people as counted in a week, who agree to analytics and were not yet: those with an account of this week, and
 * those with one since `oldest` whom the week of their account has counted. Returns when their accounts were made.
 */
export async function markCounted(
  { session }: Transaction,
  ids: readonly string[],
  { week, oldest }: { week: Date; oldest: Date },
): Promise<Date[]> {
  const people = await UserModel.find(
    {
      _id: trusted({ $in: [...ids] }),
      'consents.analytics': trusted({ $type: 'date' }),
      createdAt: trusted({ $gte: oldest }),
      $or: [
        { countedWeek: trusted({ $lt: week }) },
        { countedWeek: null, createdAt: trusted({ $gte: week }) },
      ],
    },
    COUNTED,
  )
    .session(session)
    .lean<Counted[]>()
  if (people.length > 0)
    await UserModel.updateMany(
      { _id: trusted({ $in: people.map(({ _id }) => _id) }) },
      { $set: { countedWeek: week } },
      { session },
    )
  return people.map(({ createdAt }) => createdAt)
}

/** Ends that the retention follows a person. Returns what was known; null when it did not. */
export async function forgetCounted(
  { session }: Transaction,
  id: string,
): Promise<{ createdAt: Date; countedWeek: Date } | null> {
  const user = await UserModel.findByIdAndUpdate(
    id,
    { $unset: { countedWeek: 1 } },
    { session, projection: COUNTED },
  ).lean<Counted>()
  return user?.countedWeek ? { createdAt: user.createdAt, countedWeek: user.countedWeek } : null
}

/** The last week in which a person was counted; null when the retention does not follow them. */
export async function countedWeekOf(id: string): Promise<Date | null> {
  const user = await UserModel.findById(id, COUNTED).lean<Counted>()
  return user?.countedWeek ?? null
}
