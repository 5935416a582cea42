import { trusted, type mongo } from 'mongoose'
import type { FunnelStep } from '#contract/analytics.funnels.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import { DAY } from '#server/platform/durations.ts'
import { beginOf, writeAll } from './counters.ts'
import {
  FunnelDayModel,
  FunnelModel,
  VisitorStepsModel,
  type FunnelDayDocument,
  type FunnelDocument,
  type VisitorStepsDocument,
} from './funnels.model.ts'
import { dayVisitorId } from './traffic-sums.ts'

/** Views and events that wait for a write; while the store is away for long, further ones take no step. */
const MOST_WAITING = 5_000
/** Visitors in one transaction. */
const PORTION = 200

/** A page that a visitor opened, as it is counted, or what they did. */
interface Act {
  readonly visitor: string
  readonly kind: FunnelStep['kind']
  readonly name: string
  readonly at: number
}

let waiting: Act[] = []

/** Notes a view or event: it may be the next step of a funnel. `name`: the counted page, or 'post/react'. */
export function recordAct(act: Act): void {
  if (waiting.length < MOST_WAITING) waiting.push(act)
}

/** Takes the steps that were noted; those of a failed transaction wait for the next one, and it rejects. */
export async function writeSteps(): Promise<void> {
  const taken = waiting
  waiting = []
  let left: Visitor[] | null = null
  try {
    if (taken.length === 0) return
    const funnels = await FunnelModel.find().sort({ _id: 1 }).lean<FunnelDocument[]>()
    const steps = funnels.flatMap((funnel) => funnel.steps)
    left = visitorsOf(taken.filter((act) => steps.some((step) => isStep(step, act))))
    while (left.length > 0) {
      const some = left.slice(0, PORTION)
      await transact((tx) => takeSteps(tx, funnels, some))
      left = left.slice(PORTION)
    }
  } catch (error) {
    const lost = left ? left.flatMap(({ acts }) => acts) : taken
    waiting = [...lost, ...waiting].slice(0, MOST_WAITING)
    throw error
  }
}

/** What one visitor did on one day, in this order. */
interface Visitor {
  readonly id: string
  readonly day: number
  readonly acts: Act[]
}

function visitorsOf(acts: readonly Act[]): Visitor[] {
  const visitors = new Map<string, Visitor>()
  for (const act of acts) {
    const day = beginOf(DAY, act.at)
    const id = dayVisitorId(act.visitor, day)
    const same = visitors.get(id)
    if (same) same.acts.push(act)
    else visitors.set(id, { id, day, acts: [act] })
  }
  return [...visitors.values()]
}

/** Whether a view or event is the step. The homepage is counted as ''. */
function isStep(step: FunnelStep, { kind, name }: Pick<Act, 'kind' | 'name'>): boolean {
  if (step.kind === 'event') return kind === 'event' && name === step.event
  if (kind !== 'page') return false
  const path = name === '' ? '/' : name
  return step.path.endsWith('/*') ? path.startsWith(step.path.slice(0, -1)) : path === step.path
}

/**
 * Where a visitor is and what was counted of it are written together: a step counts once, whichever processes the
 * visitor is connected to, and whenever one is killed.
 */
async function takeSteps(
  { session }: Transaction,
  funnels: readonly FunnelDocument[],
  visitors: readonly Visitor[],
): Promise<void> {
  const known = await VisitorStepsModel.find({ _id: trusted({ $in: visitors.map(({ id }) => id) }) })
    .session(session)
    .lean<VisitorStepsDocument[]>()
  const reachedBy = new Map(known.map(({ _id, reached }) => [_id, reached]))
  const sums = new Map<string, FunnelDayDocument>()
  const moved = visitors.flatMap(({ id, day, acts }) => {
    const reached = { ...reachedBy.get(id) }
    const steps = acts.flatMap((act) => nextSteps(funnels, reached, act))
    for (const { funnel, step } of steps) addStep(sums, funnel, day, step)
    return steps.length > 0 ? [{ _id: id, reached, expiresAt: new Date(day + DAY) }] : []
  })
  await writeAll(VisitorStepsModel, moved.map(placeOf), session)
  await writeAll(FunnelDayModel, [...sums.values()].map(additionOf), session)
}

/** Raises `reached` where the act is the next step of a funnel, and returns those steps. */
function nextSteps(
  funnels: readonly FunnelDocument[],
  reached: Record<string, number>,
  act: Act,
): { funnel: string; step: number }[] {
  return funnels.flatMap(({ _id, steps, createdAt }) => {
    const funnel = _id.toHexString()
    const step = reached[funnel] ?? 0
    const wanted = steps[step]
    if (!wanted || act.at < createdAt.getTime() || !isStep(wanted, act)) return []
    reached[funnel] = step + 1
    return [{ funnel, step }]
  })
}

function addStep(sums: Map<string, FunnelDayDocument>, funnel: string, day: number, step: number): void {
  const _id = `${funnel}|${day}`
  const sum = sums.get(_id) ?? { _id, funnel, day: new Date(day), reached: {} }
  sum.reached[step] = (sum.reached[step] ?? 0) + 1
  sums.set(_id, sum)
}

const placeOf = ({
  _id,
  reached,
  expiresAt,
}: VisitorStepsDocument): mongo.AnyBulkWriteOperation<VisitorStepsDocument> => ({
  updateOne: { filter: { _id }, update: { $set: { reached }, $setOnInsert: { expiresAt } }, upsert: true },
})

const additionOf = ({
  _id,
  reached,
  ...facts
}: FunnelDayDocument): mongo.AnyBulkWriteOperation<FunnelDayDocument> => ({
  updateOne: {
    filter: { _id },
    update: {
      $inc: Object.fromEntries(
        Object.entries(reached).map(([step, count]) => [`reached.${step}`, count]),
      ) as never,
      $setOnInsert: facts,
    },
    upsert: true,
  },
})
