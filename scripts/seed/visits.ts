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
import { DAY, HOUR, MINUTE } from '#server/platform/durations.ts'
import { beginOf, counterId } from '#server/features/analytics/counters.ts'
import { dayOfRows } from '#server/features/analytics/traffic-days.ts'
import { expiryOf, trafficId } from '#server/features/analytics/traffic-sums.ts'
import {
  TrafficDayModel,
  TrafficSumModel,
  type TrafficDayDocument,
  type TrafficRow,
  type TrafficSumDocument,
} from '#server/features/analytics/traffic.model.ts'
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

/** Days before the last two that the reports of /analytics have. */
const DAYS = 120
/** What people do, by how often it is done among 1,000 views. */
const EVENTS = [
  ['post/react', 60],
  ['comment/publish', 22],
  ['post/publish', 9],
  ['person/follow', 12],
  ['message/send', 18],
  ['post/share', 4],
  ['account/sign up', 2],
] as const

/**
 * The page views of the last two days, as the product stores them: sums by minute, hour and day, without
 * people; and the sums of the days before, for the reports.
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
  const traffic = new Map<string, TrafficSumDocument>()
  for (let hour = beginOf(DAY, now) - DAY; hour <= now; hour += HOUR) {
    // The panel of the last half hour has its rows at any time of the day.
    const share = hour > now - 2 * HOUR ? 100 : BY_HOUR[new Date(hour).getUTCHours()]!
    const views = Math.round((EVENING * share * random.int(80, 120)) / 10_000)
    for (const at of moments(random, hour, views).filter((moment) => moment <= now)) {
      const { page, source } = countView(counters, minutes, random, pages, at)
      for (const span of ['minute', 'hour'] as const)
        if (span === 'hour' || at > now - HOUR) addTraffic(traffic, span, at, viewOf(random, page, source))
    }
  }
  await removeEarlier([...counters.keys()], [...minutes.keys()])
  await TrafficSumModel.insertMany([...traffic.values()], { lean: true })
  await TrafficDayModel.insertMany(
    Array.from({ length: DAYS }, (_, back) =>
      dayOf(random, pages, beginOf(DAY, now) - (back + 2) * DAY, back),
    ),
    { lean: true },
  )
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
  await TrafficSumModel.deleteMany({})
  await TrafficDayModel.deleteMany({})
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
): { page: string; source: string | null } {
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
  const source = random.chance(0.3) ? random.pick(SOURCES) : null
  if (source) add('source', day, source)
  const _id = `${minute}|${page}`
  minutes.set(_id, { _id, minute: new Date(minute), page, views: (minutes.get(_id)?.views ?? 0) + 1 })
  return { page, source }
}

/** A view, and sometimes what was done with it. `source`: of the visit that it begins. */
function viewOf(random: Random, page: string, source: string | null): TrafficRow[] {
  const facts = {
    page,
    country: random.pick(COUNTRIES),
    device: deviceOf(random),
    source: source ?? random.pick(SOURCES),
  }
  const none = { views: 0, visits: 0, visitors: 0, events: 0 }
  const [visits, visitors] = [source ? 1 : 0, source && random.chance(0.7) ? 1 : 0]
  return [
    { ...facts, event: '', ...none, views: 1, visits, visitors },
    ...EVENTS.filter(([, often]) => random.chance(often / 1_000)).map(([event]) => ({
      ...facts,
      event,
      ...none,
      events: 1,
    })),
  ]
}

function addTraffic(
  sums: Map<string, TrafficSumDocument>,
  span: TrafficSumDocument['span'],
  moment: number,
  rows: readonly TrafficRow[],
): void {
  const at = beginOf(span === 'minute' ? MINUTE : HOUR, moment)
  for (const row of rows) {
    const _id = trafficId(span, at, row)
    const same = sums.get(_id)
    sums.set(_id, {
      _id,
      span,
      at: new Date(at),
      expiresAt: expiryOf(span, at),
      ...row,
      views: row.views + (same?.views ?? 0),
      visits: row.visits + (same?.visits ?? 0),
      visitors: row.visitors + (same?.visitors ?? 0),
      events: row.events + (same?.events ?? 0),
    })
  }
}

/** A day that is over: the more views, the newer it is, and fewer at the week's end. */
function dayOf(random: Random, pages: readonly string[], day: number, back: number): TrafficDayDocument {
  const weekday = new Date(day).getUTCDay()
  const views = Math.round((1_000 - back * 5) * (weekday % 6 === 0 ? 0.7 : 1) * (random.int(85, 115) / 100))
  const sums = new Map<string, TrafficSumDocument>()
  for (let view = 0; view < views; view += 1) {
    const source = random.chance(0.3) ? random.pick(SOURCES) : null
    addTraffic(sums, 'hour', day, viewOf(random, pages[random.powerLaw(pages.length, 2)]!, source))
  }
  const rows = [...sums.values()].map(({ _id, span: _, at: __, expiresAt: ___, ...row }): TrafficRow => row)
  return dayOfRows(day, rows)
}

const deviceOf = (random: Random) =>
  random.chance(0.6) ? DEVICES[0] : random.chance(0.15) ? DEVICES[1] : DEVICES[2]

/** Active people, the longest active first. */
const readers = (random: Random, count: number, now: number) =>
  Array.from({ length: count }, (_, at) => ({
    _id: `demo-${at}`,
    country: random.pick(COUNTRIES),
    device: deviceOf(random),
    seenAt: new Date(now - (count - at) * 3_000),
  }))
