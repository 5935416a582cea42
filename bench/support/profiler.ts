import type { Db } from 'mongodb'

export interface Examined {
  keys: number
  documents: number
  statements: number
}

/**
 * The keys and documents that the database examined while `work` ran: its profiler sees each statement as
 * executed. The session's read is left out.
 */
export async function examined(db: Db, work: () => Promise<unknown>): Promise<Examined> {
  await db.command({ profile: 2 })
  try {
    await work()
  } finally {
    await db.command({ profile: 0 })
  }
  const rows = await db
    .collection('system.profile')
    .find({
      ns: { $nin: [`${db.databaseName}.sessions`, `${db.databaseName}.system.profile`] },
      keysExamined: { $exists: true },
    })
    .toArray()
  await db.dropCollection('system.profile')
  const sum = (field: 'keysExamined' | 'docsExamined') =>
    rows.reduce((total, row) => total + ((row[field] as number | undefined) ?? 0), 0)
  return { keys: sum('keysExamined'), documents: sum('docsExamined'), statements: rows.length }
}
