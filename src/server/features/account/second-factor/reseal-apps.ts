import { trusted } from 'mongoose'
import { reseal, type Resealed } from '#server/platform/sealed.ts'
import { FactorsModel, type FactorsDocument } from './factors.model.ts'

const PORTION = 100
const FIELDS = ['totp', 'waiting'] as const

/** Encrypts the secrets of all authenticator apps with the newest key, also of those that are not confirmed yet. */
export async function resealApps(): Promise<Resealed> {
  const total: Resealed = { seen: 0, changed: 0, lost: 0 }
  let after: object = {}
  for (;;) {
    const people = await FactorsModel.find({
      ...after,
      $or: FIELDS.map((field) => ({ [field]: trusted({ $ne: null }) })),
    })
      .sort({ _id: 1 })
      .limit(PORTION)
      .lean<FactorsDocument[]>()
    if (people.length === 0) return total
    for (const person of people) for (const field of FIELDS) await resealOne(person, field, total)
    after = { _id: trusted({ $gt: people.at(-1)!._id }) }
  }
}

async function resealOne(
  person: FactorsDocument,
  field: (typeof FIELDS)[number],
  total: Resealed,
): Promise<void> {
  const { _id } = person
  const kept = person[field]
  if (!kept) return
  total.seen += 1
  const secret = reseal('second-factors', kept.secret, _id.toHexString())
  if (secret === null) total.lost += 1
  if (secret === null || secret === kept.secret) return
  // Whoever uses a code at this moment stores the secret anew as well.
  const name = `${field}.secret`
  const { modifiedCount } = await FactorsModel.updateOne(
    { _id, [name]: kept.secret },
    { $set: { [name]: secret } },
  )
  total.changed += modifiedCount
}
