import { RETENTION_WEEKS } from '#contract/analytics.report.constants.ts'
import type { FunnelStep } from '#contract/analytics.funnels.ts'
import { DAY, WEEK } from '#server/platform/durations.ts'
import { beginOf, weekOf } from '#server/features/analytics/counters.ts'
import { FunnelDayModel, FunnelModel } from '#server/features/analytics/funnels.model.ts'
import { RetentionSumModel } from '#server/features/analytics/retention.model.ts'
import type { Random } from './random.ts'

/** Days that the funnels have counted. */
const DAYS = 30

const page = (path: string): FunnelStep => ({ kind: 'page', path })
const event = (name: string): FunnelStep => ({ kind: 'event', event: name })

/** With the share of each step that takes the next one, in per cent. */
const FUNNELS: readonly { name: string; steps: FunnelStep[]; shares: readonly number[] }[] = [
  { name: 'From the gate to the register', steps: [page('/'), page('/register')], shares: [31] },
  {
    name: 'From the feed to a first drop',
    steps: [
      page('/feed'),
      page('/p/*'),
      event('post/react'),
      event('comment/publish'),
      event('post/publish'),
    ],
    shares: [62, 48, 35, 40],
  },
]

/** Who comes back, and how far visitors get: sums as the product stores them, of nobody. */
export async function countReturns(random: Random, now: number): Promise<void> {
  // What an interrupted run has written.
  await RetentionSumModel.deleteMany({})
  await FunnelModel.deleteMany({})
  await FunnelDayModel.deleteMany({})
  await RetentionSumModel.insertMany(
    Array.from({ length: RETENTION_WEEKS }, (_, ago) => cohort(random, weekOf(now), ago)).flat(),
    { lean: true },
  )
  for (const { name, steps, shares } of FUNNELS) {
    const { _id } = await FunnelModel.create({ name, steps, createdAt: new Date(now - DAYS * DAY) })
    await FunnelDayModel.insertMany(
      Array.from({ length: DAYS }, (__, ago) =>
        dayOf(random, _id.toHexString(), beginOf(DAY, now) - ago * DAY, shares),
      ),
      { lean: true },
    )
  }
}

/** The accounts of one week: fewer of them come back in each week after. */
function cohort(random: Random, running: number, ago: number) {
  const [first, people] = [running - ago * WEEK, random.int(40, 90)]
  return Array.from({ length: ago + 1 }, (_, later) => {
    const week = first + later * WEEK
    const share = later === 0 ? 1 : (0.62 * random.int(85, 115)) / 100 / later ** 0.45
    return {
      _id: `${first}|${week}`,
      cohort: new Date(first),
      week: new Date(week),
      people: Math.round(people * share * (week === running ? 0.6 : 1)),
    }
  })
}

function dayOf(random: Random, funnel: string, day: number, shares: readonly number[]) {
  const reached = [random.int(60, 140)]
  for (const share of shares)
    reached.push(Math.round((reached.at(-1)! * share * random.int(85, 115)) / 10_000))
  return {
    _id: `${funnel}|${day}`,
    funnel,
    day: new Date(day),
    reached: Object.fromEntries(reached.entries()),
  }
}
