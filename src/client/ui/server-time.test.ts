import { globSync, readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { atServerTime, serverNow, setServerTime } from './server-time.ts'

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }))
afterEach(() => {
  setServerTime(Date.now())
  vi.useRealTimers()
})

it('goes by what the server has said last', () => {
  setServerTime(2_000_000)
  vi.advanceTimersByTime(500)
  expect(serverNow()).toBe(2_000_500)
  setServerTime(900_000, 950_000)
  expect(serverNow()).toBe(950_500)
})

it('looks at a moment of the server, and again when its clock becomes better known', () => {
  const look = vi.fn<() => void>()
  const stop = atServerTime(1_010_000, look)
  setServerTime(1_005_000)
  expect(look).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(5_001)
  expect(look).toHaveBeenCalledTimes(2)
  stop()
  setServerTime(7)
  vi.advanceTimersByTime(60_000)
  expect(look).toHaveBeenCalledTimes(2)
})

const MEASURES = 'measures how long ago this page did something'
/** The files that go by the device's own clock, and why. */
const OWN_CLOCK: Record<string, string> = {
  'ui/server-time.ts': 'is where the two clocks meet',
  'ui/tab-drafts.ts': 'orders the tabs of this device',
  'app/useConnectionWords.ts': MEASURES,
  'features/account/data/viewer/stored-account.ts': 'reads what this device has written',
  'features/account/data/viewer/viewer.actions.ts': MEASURES,
  'features/account/data/viewer/viewer.live.ts': MEASURES,
  'features/account/data/viewer/wanted-act.ts': 'reads what this device has written',
  'features/analytics/report/useRefetchAfterPush.ts': MEASURES,
  'features/comments/data/comments.lists.ts': MEASURES,
  'features/comments/data/roast.store.ts': MEASURES,
  'features/comments/useRoastOfTheDay.ts': MEASURES,
  'features/media/data/uploads.actions.ts': 'orders the files of this device',
  'features/messages/data/copy/offline-messages.ts': 'notes when this device has written the copy',
  'features/messages/data/outbox.actions.ts': 'orders the messages of this device, and measures a wait',
  'features/messages/data/signals.store.ts': MEASURES,
  'features/people/data/relations/relations.store.ts': MEASURES,
  'features/people/data/suggestions/suggestions.store.ts': MEASURES,
  'features/people/data/users/users.actions.ts': MEASURES,
  'features/people/hover-card/HoverCard.tsx': MEASURES,
  'features/posts/data/open-posts.ts': MEASURES,
  'features/posts/data/post-lists.ts': MEASURES,
  'features/posts/data/post-sources.ts': MEASURES,
  'features/posts/data/posts.store.ts': MEASURES,
  'features/posts/data/trending/trending.store.ts': MEASURES,
  'features/posts/feed/PostList.tsx': MEASURES,
  'features/posts/quote/useOnePost.ts': MEASURES,
  'features/writing/idempotency-key.ts': 'notes when this device has sent a text',
  'live/connection.store.ts': MEASURES,
  'live/google-tag.ts': "is Google's own call",
  'live/just-now.ts': MEASURES,
  'live/lazy-handlers.ts': MEASURES,
  'live/list/live-list.ts': MEASURES,
  'live/live-read.ts': MEASURES,
  'live/list/fetch-pages.ts': MEASURES,
  'live/start.ts': MEASURES,
  'live/use-watched-query.ts': MEASURES,
  'live/watch.ts': MEASURES,
}

it('the device is asked for the time only by these files: all others compare with moments of the server', () => {
  const client = `${import.meta.dirname}/..`
  const asking = globSync('**/*.{ts,tsx}', { cwd: client })
    .filter((file) => !/\.test\.|^ui\/showcase\//.test(file))
    .filter((file) => /\bDate\.now\b|new Date\(\)/.test(readFileSync(`${client}/${file}`, 'utf8')))
  expect(asking.toSorted()).toEqual(Object.keys(OWN_CLOCK).toSorted())
})
