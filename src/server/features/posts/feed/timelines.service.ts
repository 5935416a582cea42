import { randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { forgetFollowees } from '#server/features/people/follows/follow-graph.service.ts'
import { postsOf, postsOfMany, type PostRow } from '#server/features/posts/post-lists.ts'
import { loadById } from '#server/platform/mongo/load-by-id.ts'
import { transact } from '#server/platform/mongo/transaction.ts'
import { oneAtATime } from '#server/platform/keyed-lock.ts'
import type { CursorRange } from '#server/platform/cursor-pages.ts'
import { clock } from '#server/platform/clock.ts'
import { HOUR } from '#server/platform/durations.ts'
import { pendingFanOuts } from './pending-fan-outs.ts'
import { celebrities } from './celebrities.ts'
import { followeesOf, hashAfter, type Followees } from './followees.ts'
import { TimelineModel, type TimelineState } from './timelines.model.ts'
import {
  ACTIVE_MS,
  TIMELINE_LENGTH,
  addRows,
  inboxOf,
  authorTimeline,
  loadTimelineRows,
  removeAuthor,
  setRows,
  trimTimeline,
} from './timelines.store.ts'

/** A cached state is used this long, when it is for the same followees. */
const FRESH_MS = 30_000

const states = new LRUCache<string, TimelineState>({ max: 20_000, ttl: FRESH_MS })
const lockOf = (userId: string) => `timeline:${userId}`

/**
 * The following feed for more people than the store can merge: timeline rows, celebrities' own timelines, and
 * posts below the timeline's lower bound.
 */
export async function timelineRows(userId: string, range: CursorRange): Promise<PostRow[]> {
  const followees = await followeesOf(userId)
  await pendingFanOuts(followees)
  const { floor } = await currentTimeline(userId, followees)
  const celebrityIds = await followedCelebrities(followees)
  const rows = await loadTimelineRows([inboxOf(userId), ...celebrityIds.map(authorTimeline)], range, floor)
  const reachesEnd = range.limit === undefined || rows.length < range.limit
  if (!reachesEnd) return rows
  const state = await TimelineModel.findById(userId).lean<TimelineState>()
  // Another process builds or changes this timeline: its rows may be missing.
  if (!state || !isFor(state, followees)) {
    states.delete(userId)
    return timelineRows(userId, range)
  }
  // The stored lower bound: another process may have trimmed the timeline.
  const below = rangeBelow(range, rows.length, state.floor)
  return below ? [...rows, ...(await postsOfMany(followees.ids, below))] : rows
}

const isFor = ({ ready, print }: TimelineState, followees: Followees): boolean =>
  ready && print === followees.print

/** The part of a range that a timeline with this lower bound does not hold; null when there is none. */
function rangeBelow(
  { before, at, limit = Infinity }: CursorRange,
  found: number,
  floor: Date | null,
): CursorRange | null {
  if (!floor) return null
  if (at !== undefined) return at < floor.getTime() ? { at } : null
  return { before: Math.min(before ?? Infinity, floor.getTime()), limit: limit - found }
}

async function followedCelebrities(followees: Followees): Promise<string[]> {
  return [...(await celebrities())].filter(followees.has)
}

/** The person's timeline; built when it is missing, inactive or for other followees. */
async function currentTimeline(userId: string, { print }: Followees): Promise<TimelineState> {
  const cached = states.get(userId)
  if (cached?.print === print) return cached
  return oneAtATime(lockOf(userId), async () => {
    // Requests that waited find what the first one has built.
    const state = await TimelineModel.findById(userId).lean<TimelineState>()
    let followees = await followeesOf(userId)
    if (state?.ready && state.print !== followees.print) {
      // Another process may have built it after a follow that this one has not heard of yet.
      forgetFollowees(userId)
      followees = await followeesOf(userId)
    }
    const isCurrent = state && isFor(state, followees) && isActive(state, HOUR)
    const current = isCurrent ? await touch(state) : await build(userId, followees)
    states.set(userId, current)
    return current
  })
}

// The margin keeps a reader from using a timeline that a push already treats as inactive.
const isActive = ({ activeAt }: TimelineState, margin: number): boolean =>
  activeAt.getTime() > clock.now() - ACTIVE_MS + margin

/** Once an hour: reads must not cause writes. */
async function touch(state: TimelineState): Promise<TimelineState> {
  if (state.activeAt.getTime() > clock.now() - HOUR) return state
  const activeAt = clock.date()
  await TimelineModel.updateOne({ _id: state._id }, { $set: { activeAt } })
  return { ...state, activeAt, floor: (await trimTimeline(state._id)) ?? state.floor }
}

/**
 * Registers the timeline before it reads, so that a post written at this moment is either pushed or found. Its
 * rows and what it says of them change together: of two processes that build it, each leaves a whole one.
 */
async function build(userId: string, followees: Followees): Promise<TimelineState> {
  const registered: TimelineState = {
    _id: userId,
    activeAt: clock.date(),
    ready: false,
    print: followees.print,
    floor: null,
  }
  await TimelineModel.replaceOne({ _id: userId }, registered, { upsert: true })
  const celebrityIds = await celebrities()
  const authorIds = followees.ids.filter((id) => !celebrityIds.has(id))
  const rows = await postsOfMany(authorIds, { limit: TIMELINE_LENGTH })
  const floor = rows.length < TIMELINE_LENGTH ? null : new Date(rows.at(-1)!.at + 1)
  const built = { ready: true, print: followees.print, floor }
  await transact(async (tx) => {
    const written = await TimelineModel.updateOne({ _id: userId }, { $set: built }, { session: tx.session })
    // The account was deleted meanwhile.
    if (written.matchedCount > 0) await setRows(tx, inboxOf(userId), { rows, authorIds })
  })
  return { ...registered, ...built }
}

/** Trims a timeline to its length. */
export async function cutTimeline(userId: string): Promise<void> {
  await trimTimeline(userId)
  states.delete(userId)
}

/** Another process changes the timeline. */
export const forgetTimeline = (userId: string): void => void states.delete(userId)

const MAX_STATES = 200

/** States of many timelines at the same moment are one read: a crowd may follow one person. */
const storedState = loadById<TimelineState>(TimelineModel, MAX_STATES)

/**
 * After a follow or an unfollow: adds or removes that person's posts. Nothing to do without an active
 * timeline.
 */
export function followChanged(followerId: string, followeeId: string, by: 1 | -1): Promise<void> {
  return oneAtATime(lockOf(followerId), async () => {
    states.delete(followerId)
    const state = await storedState(followerId)
    if (!state?.ready || !isActive(state, 0)) return
    const followees = await followeesOf(followerId)
    // A build in between has already included this change; after an interrupted change the next read builds.
    if (state.print === followees.print || isChanging(state)) return
    // While the rows change, the timeline is for no followees: if the process stops, the next read builds it.
    const changing = `${CHANGING}${randomUUID()}`
    await setFingerprint(followerId, state.print, changing)
    if (by === 1) await addAuthor(state, followeeId)
    else await removeAuthor(inboxOf(followerId), followeeId)
    await setFingerprint(followerId, changing, hashAfter(state.print, followeeId, by))
  })
}

const CHANGING = 'changing:'
const isChanging = ({ print }: TimelineState): boolean => print.startsWith(CHANGING)

/** Does nothing when the timeline was built meanwhile. */
const setFingerprint = async (_id: string, from: string, to: string): Promise<void> =>
  void (await TimelineModel.updateOne({ _id, print: from }, { $set: { print: to } }))

async function addAuthor({ _id, floor }: TimelineState, authorId: string): Promise<void> {
  if ((await celebrities()).has(authorId)) return
  const rows = await postsOf(authorId).skeleton({ limit: TIMELINE_LENGTH })
  const within = rows.filter(({ at }) => !floor || at >= floor.getTime())
  await addRows(inboxOf(_id), within)
  // A full timeline: older posts are read from the posts themselves.
  if (rows.length === TIMELINE_LENGTH)
    await TimelineModel.updateOne({ _id }, { $max: { floor: new Date(rows.at(-1)!.at + 1) } })
  await trimTimeline(_id)
}
