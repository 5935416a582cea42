// @vitest-environment jsdom
import { act, createElement, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import type { Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Topic } from '#contract/events.ts'
import { idOf } from './support/make-post.ts'
import { createFakeSocket } from './support/fake-socket.ts'

let fake: ReturnType<typeof createFakeSocket>
vi.mock('socket.io-client', () => ({ io: () => fake.socket }))

interface Screen {
  posts?: readonly string[]
  topic?: Topic | null
  conversation?: string | null
  profile?: string | null
  onWatched?: () => void
}

let root: Root
let show: (screens: readonly Screen[]) => Promise<void>
let stop: () => void

const tick = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const [A, B, C] = [idOf(1), idOf(2), idOf(3)]

beforeEach(async () => {
  vi.resetModules()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers()
  fake = createFakeSocket()
  const watch = await import('#client/live/watch.ts')
  const { startLive } = await import('#client/live/start.ts')
  stop = startLive(async () => ({}))
  const Watcher = ({ posts = [], topic = null, conversation = null, profile = null, onWatched }: Screen) => {
    watch.useWatchPosts(posts)
    watch.useWatchTopic(topic, onWatched)
    watch.useWatchConversation(conversation)
    watch.useWatchProfile(profile)
    return null
  }
  root = createRoot(document.createElement('div'))
  // Mounted twice, as in development: the count must stay correct.
  show = (screens) =>
    act(async () =>
      root.render(
        createElement(
          StrictMode,
          null,
          screens.map((screen, key) => createElement(Watcher, { key, ...screen })),
        ),
      ),
    )
  await tick(0)
  fake.ready()
})
afterEach(async () => {
  await act(async () => root.unmount())
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('[L13] What is on screen', () => {
  it('is watched while it is shown, in one signal', async () => {
    await show([{ posts: [A, B] }])
    await tick(200)
    expect(fake.signals('watch')).toEqual([{ posts: [A, B] }])
    await show([])
    await tick(200)
    expect(fake.signals('unwatch')).toEqual([{ posts: [A, B] }])
  })

  it('is watched once for any number of components, until the last one is removed', async () => {
    await show([{ posts: [A] }, { posts: [A] }])
    await tick(200)
    await show([{ posts: [A] }])
    await tick(200)
    expect(fake.signals('watch')).toEqual([{ posts: [A] }])
    expect(fake.signals('unwatch')).toEqual([])
    await show([])
    await tick(200)
    expect(fake.signals('unwatch')).toEqual([{ posts: [A] }])
  })

  it('that scrolls past sends no signal', async () => {
    await show([{ posts: [A] }])
    await show([{ posts: [B] }])
    await show([{ posts: [C] }])
    await tick(200)
    expect(fake.signals('watch')).toEqual([{ posts: [C] }])
    expect(fake.signals('unwatch')).toEqual([])
  })

  it('stays watched when another one changes', async () => {
    await show([{ posts: [A, B] }])
    await tick(200)
    await show([{ posts: [B, C] }])
    await tick(200)
    expect(fake.signals('watch')).toEqual([{ posts: [A, B] }, { posts: [C] }])
    expect(fake.signals('unwatch')).toEqual([{ posts: [A] }])
  })

  it('is sent in signals of at most 100 posts', async () => {
    await show([{ posts: Array.from({ length: 150 }, (_, number) => idOf(number)) }])
    await tick(200)
    expect(fake.signals('watch').map((input) => (input as { posts: string[] }).posts.length)).toEqual([
      100, 50,
    ])
  })

  it('may be a topic, a conversation or a profile: each is sent alone, so that a refusal affects no other', async () => {
    await show([{ posts: [A], topic: 'following', conversation: B, profile: C }])
    await tick(200)
    expect(fake.signals('watch')).toEqual([
      { posts: [A] },
      { topic: 'following' },
      { conversation: B },
      { profile: C },
    ])
  })
})

describe('[L7] A new connection', () => {
  it('watches again what is on screen, and nothing else', async () => {
    await show([{ posts: [A], topic: 'feed' }])
    await tick(200)
    fake.drop()
    await show([{ posts: [B], topic: 'feed' }])
    await tick(200)
    fake.socket.emitWithAck.mockClear()
    fake.ready()
    await tick(0)
    expect(fake.signals('watch')).toEqual([{ posts: [B] }, { topic: 'feed' }])
    expect(fake.signals('unwatch')).toEqual([])
  })

  it('calls onWatched each time the subscription begins', async () => {
    const onWatched = vi.fn()
    await show([{ topic: 'feed', onWatched }])
    await tick(200)
    expect(onWatched).toHaveBeenCalledOnce()
    fake.drop()
    fake.ready()
    await tick(0)
    expect(onWatched).toHaveBeenCalledTimes(2)
  })
})

describe('A refused watch', () => {
  it('is retried, but not for ever', async () => {
    fake.socket.emitWithAck.mockResolvedValue({ ok: false, error: 'Too many requests.' })
    const onWatched = vi.fn()
    await show([{ topic: 'feed', onWatched }])
    await tick(60_000)
    expect(fake.signals('watch')).toHaveLength(3)
    expect(onWatched).not.toHaveBeenCalled()
  })

  it('works when the second attempt succeeds', async () => {
    fake.socket.emitWithAck.mockResolvedValueOnce({ ok: false, error: 'Too many requests.' })
    const onWatched = vi.fn()
    await show([{ topic: 'feed', onWatched }])
    await tick(60_000)
    expect(fake.signals('watch')).toHaveLength(2)
    expect(onWatched).toHaveBeenCalledOnce()
  })
})
