import { LRUCache } from 'lru-cache'
import { postsOf, postsOfMany, type Row } from '#server/features/posts/post-lists.ts'
import { oneAtATime } from '#server/platform/keyed-lock.ts'
import type { Range } from '#server/platform/cursor-pages.ts'
import { pendingFanOuts } from './pending-fan-outs.ts'
import { celebrities } from './celebrities.ts'
import { followeesOf, hashAfter, type Followees } from './followees.ts'
import { TimelineModel, type TimelineState } from './timelines.model.ts'
import {
  ACTIVE_MS,
  TIMELINE_LENGTH,
  addRows,
  emptyTimeline,
  inboxOf,
  authorTimeline,
  readRows,
  removeAuthor,
  trimTimeline,
} from './timelines.store.ts'

const HOUR = 3_600_000
/** A state read from the store is believed so long, if it is for the same followees. */
const FRESH_MS = 30_000

const states = new LRUCache<string, TimelineState>({ max: 20_000, ttl: FRESH_MS })
const lockOf = (userId: string) => `timeline:${userId}`

/**
 * The posts of more people than the store can merge: timeline rows, celebrities' outboxes, and posts
 * themselves below the timeline's floor.
 */
export async function timelineRows(userId: string, range: Range): Promise<Row[]> {
  const followees = await followeesOf(userId)
  await pendingFanOuts(followees)
  const { floor } = await currentTimeline(userId, followees)
  const stars = await followedCelebrities(followees)
  const rows = await readRows([inboxOf(userId), ...stars.map(authorTimeline)], range, floor)
  const reachesEnd = range.limit === undefined || rows.length < range.limit
  const below = reachesEnd && rangeBelow(range, rows.length, await floorOf(userId))
  return below ? [...rows, ...(await postsOfMany(followees.ids, below))] : rows
}

/** The part of a range that a timeline with this floor does not hold; null when there is none. */
function rangeBelow(
  { before, at, limit = Infinity }: Range,
  found: number,
  floor: Date | null,
): Range | null {
  if (!floor) return null
  if (at !== undefined) return at < floor.getTime() ? { at } : null
  return { before: Math.min(before ?? Infinity, floor.getTime()), limit: limit - found }
}

// Asked anew where a timeline ends: another process may have cut it a moment ago.
async function floorOf(userId: string): Promise<Date | null> {
  const state = await TimelineModel.findById(userId, { floor: 1 }).lean<Pick<TimelineState, 'floor'>>()
  return state?.floor ?? null
}

async function followedCelebrities(followees: Followees): Promise<string[]> {
  return [...(await celebrities())].filter(followees.has)
}

/** The person's timeline, built or built anew where it is missing, dormant or made for other followees. */
async function currentTimeline(userId: string, { print }: Followees): Promise<TimelineState> {
  const held = states.get(userId)
  if (held?.print === print) return held
  return oneAtATime(lockOf(userId), async () => {
    // Those who waited find what the one before them has done.
    const followees = await followeesOf(userId)
    const state = await TimelineModel.findById(userId).lean<TimelineState>()
    const isCurrent = state?.ready && state.print === followees.print && isActive(state, HOUR)
    const current = isCurrent ? await touch(state) : await build(userId, followees)
    states.set(userId, current)
    return current
  })
}

// The margin keeps a reader from trusting a timeline that a push just then takes for dormant.
const isActive = ({ activeAt }: TimelineState, margin: number): boolean =>
  activeAt.getTime() > Date.now() - ACTIVE_MS + margin

/** Noted once an hour: reads must not cost writes. */
async function touch(state: TimelineState): Promise<TimelineState> {
  if (state.activeAt.getTime() > Date.now() - HOUR) return state
  const activeAt = new Date()
  await TimelineModel.updateOne({ _id: state._id }, { $set: { activeAt } })
  return { ...state, activeAt, floor: (await trimTimeline(state._id)) ?? state.floor }
}

/** Announces itself before it reads: a post of this very moment is either pushed or found. */
async function build(userId: string, followees: Followees): Promise<TimelineState> {
  const state: TimelineState = {
    _id: userId,
    activeAt: new Date(),
    ready: false,
    print: followees.print,
    floor: null,
  }
  await TimelineModel.replaceOne({ _id: userId }, state, { upsert: true })
  const owner = inboxOf(userId)
  await emptyTimeline(owner)
  const stars = await celebrities()
  const rows = await postsOfMany(
    followees.ids.filter((id) => !stars.has(id)),
    { limit: TIMELINE_LENGTH },
  )
  await addRows([owner], rows)
  const floor = rows.length < TIMELINE_LENGTH ? null : new Date(rows.at(-1)!.at + 1)
  await TimelineModel.updateOne({ _id: userId }, { $set: { ready: true, floor } })
  return { ...state, ready: true, floor }
}

/** Cuts a timeline to its length. */
export async function cutTimeline(userId: string): Promise<void> {
  await trimTimeline(userId)
  states.delete(userId)
}

/**
 * A timeline follows who is followed: a new followee's posts come in, an old one's go. Without a live
 * timeline there is nothing to do.
 */
export function followChanged(followerId: string, followeeId: string, by: 1 | -1): Promise<void> {
  return oneAtATime(lockOf(followerId), async () => {
    states.delete(followerId)
    const state = await TimelineModel.findById(followerId).lean<TimelineState>()
    if (!state?.ready || !isActive(state, 0)) return
    const followees = await followeesOf(followerId)
    // A build in between has seen this change already.
    if (state.print === followees.print) return
    if (by === 1) await addAuthor(state, followeeId)
    else await removeAuthor(inboxOf(followerId), followeeId)
    await TimelineModel.updateOne(
      { _id: followerId, print: state.print },
      { $set: { print: hashAfter(state.print, followeeId, by) } },
    )
  })
}

async function addAuthor({ _id, floor }: TimelineState, authorId: string): Promise<void> {
  if ((await celebrities()).has(authorId)) return
  const rows = await postsOf(authorId).rows({ limit: TIMELINE_LENGTH })
  const within = rows.filter(({ at }) => !floor || at >= floor.getTime())
  await addRows([inboxOf(_id)], within)
  // More than a timeline holds: what lies beyond is read from the posts themselves.
  if (rows.length === TIMELINE_LENGTH)
    await TimelineModel.updateOne({ _id }, { $max: { floor: new Date(rows.at(-1)!.at + 1) } })
  await trimTimeline(_id)
}
