import { trusted } from 'mongoose'
import { DEVICES } from '#contract/analytics.ts'
import {
  ActiveVisitorModel,
  PageLogModel,
  PageMinuteModel,
  CounterModel,
  type PageMinuteDocument,
  type CounterDocument,
  type CounterKind,
} from '#server/features/analytics/analytics.model.ts'
import { kindOfPage, postOfPage } from '#server/features/analytics/page-paths.ts'
import { DAY, HOUR, MINUTE, beginOf, counterId } from '#server/features/analytics/counters.ts'
import type { PostDocument } from '#server/features/posts/posts.model.ts'
import type { UserDocument } from '#server/features/people/users/users.model.ts'
import type { Random } from './random.ts'

const COUNTRIES = ['DE', 'DE', 'DE', 'AT', 'AT', 'CH', 'GB', 'GB', 'US', 'FR', 'NL', 'Unknown']
const SOURCES = [
  'direct',
  'direct',
  'direct',
  'google.com',
  'google.com',
  'bsky.app',
  'news.ycombinator.com',
  'mastodon.social',
  'other',
]
/** Page views by hour of the day (UTC), where an hour in the evening has 100. */
const BY_HOUR = [
  34, 20, 12, 8, 7, 10, 24, 48, 56, 44, 40, 46, 62, 58, 44, 42, 48, 60, 74, 90, 100, 94, 76, 52,
]
const EVENING = 90

/**
 * The page views of the last two days, as the product stores them: sums by minute, hour and day, without
 * people.
 */
export async function countVisits(
  random: Random,
  posts: readonly PostDocument[],
  people: readonly UserDocument[],
  now: number,
): Promise<void> {
  const pages = pagesOf(posts, people)
  const counters = new Map<string, CounterDocument>()
  const minutes = new Map<string, PageMinuteDocument>()
  for (let hour = beginOf(DAY, now) - DAY; hour <= now; hour += HOUR) {
    const views = Math.round(
      (EVENING * BY_HOUR[new Date(hour).getUTCHours()]! * random.int(80, 120)) / 10_000,
    )
    for (const at of moments(random, hour, views).filter((moment) => moment <= now))
      countView(counters, minutes, random, pages, at)
  }
  await removeEarlier([...counters.keys()], [...minutes.keys()])
  await CounterModel.insertMany([...counters.values()], { lean: true })
  await PageMinuteModel.insertMany([...minutes.values()], { lean: true })
  await PageLogModel.create({
    _id: 'newest',
    entries: readers(random, 12, now).map(({ seenAt, country, device }) => ({
      at: seenAt,
      country,
      device,
      kind: kindOfPage(pages[random.powerLaw(pages.length, 2)]!),
    })),
  })
  await ActiveVisitorModel.insertMany(readers(random, 37, now), { lean: true })
}

/** Removes what an interrupted run has written. */
async function removeEarlier(counters: readonly string[], minutes: readonly string[]): Promise<void> {
  await CounterModel.deleteMany({ _id: trusted({ $in: [...counters] }) })
  await PageMinuteModel.deleteMany({ _id: trusted({ $in: [...minutes] }) })
  await PageLogModel.deleteOne({ _id: 'newest' })
  await ActiveVisitorModel.deleteMany({ _id: trusted({ $regex: '^demo-' }) })
}

const pagesOf = (posts: readonly PostDocument[], people: readonly UserDocument[]): string[] => [
  '',
  '/feed',
  `/u/${people[0]!.handle}`,
  '/blog',
  ...posts.slice(0, 8).map(({ _id }) => `/p/${_id.toHexString()}`),
  ...people.slice(1, 6).map(({ handle }) => `/u/${handle}`),
  '/search',
  '/register',
  '/terms',
]

const moments = (random: Random, from: number, count: number): number[] =>
  Array.from({ length: count }, () => from + random.int(0, HOUR - 1))

function countView(
  counters: Map<string, CounterDocument>,
  minutes: Map<string, PageMinuteDocument>,
  random: Random,
  pages: readonly string[],
  at: number,
): void {
  const page = pages[random.powerLaw(pages.length, 2)]!
  const [minute, day, post] = [beginOf(MINUTE, at), beginOf(DAY, at), postOfPage(page)]
  const add = (kind: CounterKind, begin: number | undefined, name = '') => {
    const _id = counterId(kind, begin, name)
    counters.set(_id, {
      _id,
      kind,
      ...(begin !== undefined && { at: new Date(begin) }),
      name,
      count: (counters.get(_id)?.count ?? 0) + 1,
    })
  }
  add('minute', minute)
  add('hour', beginOf(HOUR, at))
  add('page', day, page)
  add('total', undefined)
  if (post) add('post', day, post)
  if (random.chance(0.3)) add('source', day, random.pick(SOURCES))
  const _id = `${minute}|${page}`
  minutes.set(_id, { _id, minute: new Date(minute), page, views: (minutes.get(_id)?.views ?? 0) + 1 })
}

/** Active people, the longest active first. */
const readers = (random: Random, count: number, now: number) =>
  Array.from({ length: count }, (_, at) => ({
    _id: `demo-${at}`,
    country: random.pick(COUNTRIES),
    device: random.chance(0.6) ? DEVICES[0] : random.chance(0.15) ? DEVICES[1] : DEVICES[2],
    seenAt: new Date(now - (count - at) * 3_000),
  }))
