import type { mongo } from 'mongoose'
import { RETENTION_WEEKS } from '#contract/analytics.report.constants.ts'
import { forgetCounted, markCounted } from '#server/features/people/users/counted-weeks.service.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import { HOUR, WEEK } from '#server/platform/durations.ts'
import { beginOf, weekOf, writeAll } from './counters.ts'
import { RetentionSumModel, type RetentionSumDocument } from './retention.model.ts'

/** People whom one process remembers, and who wait for a write (LIVE L17). */
const MOST_PEOPLE = 50_000
/** People in one transaction. */
const PORTION = 500

let waiting = new Map<string, { id: string; week: number }>()
/** Forgotten every hour: a person may have agreed anew, which another process has seen. */
const known = { hour: 0, people: new Set<string>() }

/** The first week whose accounts are followed. */
export const oldestCohort = (week: number): number => week - (RETENTION_WEEKS - 1) * WEEK

/** Notes that a person had a page view; the store knows whether it was their first one of the week. */
export function recordPerson(id: string, now: number): void {
  const hour = beginOf(HOUR, now)
  if (known.hour !== hour) Object.assign(known, { hour, people: new Set() })
  if (known.people.has(id) || waiting.size >= MOST_PEOPLE) return
  if (known.people.size < MOST_PEOPLE) known.people.add(id)
  const week = weekOf(now)
  waiting.set(`${id}|${week}`, { id, week })
}

/** Counts the people who were noted; those of a failed transaction wait for the next one, and it rejects. */
export async function writeRetention(): Promise<void> {
  const taken = waiting
  waiting = new Map()
  try {
    for (const week of new Set([...taken.values()].map((one) => one.week)))
      for (let some = portionOf(taken, week); some.length > 0; some = portionOf(taken, week)) {
        await transact((tx) =>
          countPeople(
            tx,
            some.map(({ id }) => id),
            week,
          ),
        )
        for (const { id } of some) taken.delete(`${id}|${week}`)
      }
  } catch (error) {
    waiting = new Map([...taken, ...waiting])
    throw error
  }
}

const portionOf = (people: typeof waiting, wanted: number) =>
  [...people.values()].filter(({ week }) => week === wanted).slice(0, PORTION)

async function countPeople(tx: Transaction, ids: readonly string[], week: number): Promise<void> {
  const made = await markCounted(tx, ids, { week: new Date(week), oldest: new Date(oldestCohort(week)) })
  const cohorts = new Map<number, number>()
  for (const at of made) {
    const cohort = weekOf(at.getTime())
    cohorts.set(cohort, (cohorts.get(cohort) ?? 0) + 1)
  }
  await writeAll(
    RetentionSumModel,
    [...cohorts].map(([cohort, people]) => addition(cohort, week, people)),
    tx.session,
  )
}

const addition = (
  cohort: number,
  week: number,
  people: number,
): mongo.AnyBulkWriteOperation<RetentionSumDocument> => ({
  updateOne: {
    filter: { _id: `${cohort}|${week}` },
    update: { $inc: { people }, $setOnInsert: { cohort: new Date(cohort), week: new Date(week) } },
    upsert: true,
  },
})

/**
 * Ends that a person is followed. Who withdraws in the week of the account leaves its sum too, because that week
 * counts them again when they agree again; all other sums stay.
 */
export async function forgetWeeks(userId: string): Promise<void> {
  known.people.delete(userId)
  await transact(async (tx) => {
    const before = await forgetCounted(tx, userId)
    if (!before) return
    const [cohort, week] = [weekOf(before.createdAt.getTime()), before.countedWeek.getTime()]
    if (cohort === week) await writeAll(RetentionSumModel, [addition(cohort, week, -1)], tx.session)
  })
}
