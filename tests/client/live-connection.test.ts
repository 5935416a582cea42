// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Resync } from '#client/live/registry.ts'
import { createFakeSocket } from './support/fake-socket.ts'

let fake: ReturnType<typeof createFakeSocket>
vi.mock('socket.io-client', () => ({ io: () => fake.socket }))

let stop: () => void
let asked: ReturnType<typeof vi.fn<Resync>>
let live: typeof import('#client/live/connection.store.ts')
let sockets: typeof import('#client/live/socket.ts')

const tick = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const tries = () => fake.socket.connect.mock.calls.length
const status = () => live.useConnection.getState().status
const show = (state: 'visible' | 'hidden') => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}
const setOnline = (online: boolean) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online)
  window.dispatchEvent(new Event(online ? 'online' : 'offline'))
}

// Every test loads new modules: the live layer exists once a page.
beforeEach(async () => {
  vi.resetModules()
  vi.useFakeTimers({ now: 1_000_000 })
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  fake = createFakeSocket()
  asked = vi.fn<Resync>(async () => {})
  live = await import('#client/live/connection.store.ts')
  sockets = await import('#client/live/socket.ts')
  const { onResync } = await import('#client/live/registry.ts')
  const { startLive } = await import('#client/live/start.ts')
  onResync('test', asked)
  stop = startLive(async () => ({}))
  await tick(0)
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

describe('[L4] The first connection', () => {
  it('is tried at once, is live only with `ready`, and then resyncs once', async () => {
    expect(tries()).toBe(1)
    expect(status()).toBe('connecting')
    fake.socket.connected = true
    await tick(50)
    expect(status()).toBe('connecting')
    expect(asked).not.toHaveBeenCalled()
    fake.ready()
    await tick(0)
    expect(status()).toBe('live')
    expect(asked).toHaveBeenCalledExactlyOnceWith({ reason: 'ready', since: 1_000_000 })
  })
})

describe('[L9] A lost connection', () => {
  beforeEach(async () => {
    fake.ready()
    await tick(0)
    asked.mockClear()
  })

  it('is tried again after 1 to 2 s, then ever more slowly up to 30 s', async () => {
    fake.drop()
    const waits: number[] = []
    for (let round = 0; round < 7; round += 1) {
      const before = { tries: tries(), at: Date.now() }
      while (tries() === before.tries) await tick(50)
      waits.push(Date.now() - before.at)
      fake.refuse()
    }
    expect(waits).toEqual([1_500, 3_000, 6_000, 12_000, 22_500, 22_500, 22_500])
  })

  it('is tried again at the moment that a full server has given, within half a second', async () => {
    fake.drop()
    await tick(1_500)
    const before = tries()
    fake.refuse(9_000)
    await tick(9_000)
    expect(tries()).toBe(before)
    await tick(500)
    expect(tries()).toBe(before + 1)
  })

  it('of a person with too many pages is tried after a minute, and the page knows why until it is live', async () => {
    const { useConnection } = await import('#client/live/connection.store.ts')
    fake.drop()
    await tick(1_500)
    const before = tries()
    fake.refuse(60_000, true)
    expect(useConnection.getState().crowded).toBe(true)
    await tick(59_000)
    expect(tries()).toBe(before)
    await tick(1_500)
    expect(tries()).toBe(before + 1)
    fake.ready()
    expect(useConnection.getState().crowded).toBe(false)
  })

  it('is tried again within a minute, whatever moment the server has given', async () => {
    fake.drop()
    await tick(1_500)
    const before = tries()
    fake.refuse(10 * 60_000)
    await tick(60_500)
    expect(tries()).toBe(before + 1)
  })

  it('is tried again also when the server has disconnected the page', async () => {
    const before = tries()
    fake.drop('io server disconnect')
    await tick(2_000)
    expect(tries()).toBe(before + 1)
  })

  it('is tried at once when the tab becomes visible, and when the network is back', async () => {
    fake.drop()
    fake.refuse()
    const before = tries()
    show('visible')
    await tick(0)
    expect(tries()).toBe(before + 1)
    fake.refuse()
    setOnline(true)
    await tick(0)
    expect(tries()).toBe(before + 2)
  })

  it('is not tried earlier by a hidden page', async () => {
    fake.drop()
    const before = tries()
    show('hidden')
    await tick(0)
    expect(tries()).toBe(before)
  })

  it('starts with a short wait again after it was live', async () => {
    for (let round = 0; round < 5; round += 1) fake.refuse()
    fake.ready()
    const before = tries()
    fake.drop()
    await tick(1_500)
    expect(tries()).toBe(before + 1)
  })

  it('says whether it is the network or the server', async () => {
    fake.drop()
    expect(status()).toBe('reconnecting')
    setOnline(false)
    expect(status()).toBe('offline')
  })

  it('keeps the time of its loss when the cause changes', async () => {
    await tick(5_000)
    fake.drop()
    const { since } = live.useConnection.getState()
    await tick(1_000)
    setOnline(false)
    expect(live.useConnection.getState().since).toBe(since)
  })

  it('[L101] resyncs when it is its turn, so that a restart causes no rush', async () => {
    fake.drop()
    await tick(1_500)
    fake.ready(null, 7_000)
    await tick(6_999)
    expect(asked).not.toHaveBeenCalled()
    await tick(1)
    expect(asked).toHaveBeenCalledOnce()
  })

  it('[L101] reads what a subscription would read again after its turn only, and not what the resync has read', async () => {
    const { refetchOnSubscribe } = await import('#client/live/after-watch.ts')
    fake.drop()
    await tick(1_500)
    const [stale, read] = [vi.fn(async () => {}), vi.fn(async () => {})]
    fake.ready(null, 7_000)
    const now = Date.now()
    refetchOnSubscribe(now, () => now - 1, stale)
    refetchOnSubscribe(now, () => (Date.now() >= now + 7_000 ? Date.now() : now - 1), read)
    await tick(6_999)
    expect(stale).not.toHaveBeenCalled()
    await tick(1)
    expect(asked.mock.invocationCallOrder[0]).toBeLessThan(stale.mock.invocationCallOrder[0]!)
    expect(stale).toHaveBeenCalledOnce()
    expect(read).not.toHaveBeenCalled()
  })

  it('resyncs at once after the device alone was offline', async () => {
    setOnline(false)
    fake.drop()
    setOnline(true)
    fake.ready()
    await tick(0)
    expect(asked).toHaveBeenCalledOnce()
  })
})

describe('[L8] Polling', () => {
  it('runs every 30 s while the socket is down, and not at all with the socket up', async () => {
    fake.ready()
    await tick(0)
    asked.mockClear()
    await tick(300_000)
    expect(asked).not.toHaveBeenCalled()
    fake.drop()
    await tick(29_000)
    expect(asked).not.toHaveBeenCalled()
    await tick(2_000)
    expect(asked).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ reason: 'fallback' }))
    await tick(60_000)
    expect(asked).toHaveBeenCalledTimes(3)
    fake.ready()
    await tick(2_000)
    asked.mockClear()
    await tick(300_000)
    expect(asked).not.toHaveBeenCalled()
  })

  it('runs on a page that never got a connection', async () => {
    fake.refuse()
    await tick(30_000)
    expect(asked).toHaveBeenCalledOnce()
  })
})

describe('[L7] Waking up', () => {
  beforeEach(async () => {
    fake.ready()
    await tick(0)
    asked.mockClear()
  })

  it('from a sleep without an event resyncs', async () => {
    vi.setSystemTime(Date.now() + 3_600_000)
    await tick(10_000)
    expect(asked).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ reason: 'wake' }))
  })

  it('detects that a seemingly live connection is dead, and makes a new one', async () => {
    fake.socket.emitWithAck.mockImplementationOnce(() => Promise.reject(new Error('timed out')))
    const before = tries()
    show('visible')
    await tick(0)
    expect(tries()).toBe(before + 1)
  })

  it('keeps a connection that answers', async () => {
    const before = tries()
    show('visible')
    await tick(0)
    expect(tries()).toBe(before)
    expect(asked).not.toHaveBeenCalled()
  })

  it('is not assumed in a hidden tab, whose timers run once a minute', async () => {
    for (let minute = 0; minute < 5; minute += 1) {
      vi.setSystemTime(Date.now() + 50_000)
      await tick(10_000)
    }
    expect(asked).not.toHaveBeenCalled()
  })
})

describe('A signal', () => {
  it('is refused, and not queued, while there is no connection', async () => {
    await expect(sockets.signal('page', { path: '/' })).resolves.toEqual({
      ok: false,
      error: 'Not connected',
    })
    expect(fake.signals('page')).toEqual([])
  })

  it('never rejects, whatever its result', async () => {
    fake.ready()
    fake.socket.emitWithAck.mockImplementationOnce(() => Promise.reject(new Error('timed out')))
    await expect(sockets.signal('page', { path: '/' })).resolves.toMatchObject({ ok: false })
  })
})

describe('Page views', () => {
  it('wait for the connection and are then sent in order, with only the path', async () => {
    const { reportPageView } = await import('#client/live/analytics.ts')
    const report = (path: string) => reportPageView(path, { hasAccount: true })
    report('/')
    report('/u/ann')
    expect(fake.signals('page')).toEqual([])
    fake.ready()
    report('/messages')
    expect(fake.signals('page')).toEqual([
      { path: '/', referrer: '' },
      { path: '/u/ann' },
      { path: '/messages' },
    ])
  })

  it('of a visitor are not sent before consent, nor after its withdrawal', async () => {
    const { reportPageView } = await import('#client/live/analytics.ts')
    const { setCounted } = await import('#client/live/counted.ts')
    fake.ready()
    const report = (path: string) => reportPageView(path, { hasAccount: false })
    report('/terms')
    setCounted(true)
    report('/privacy')
    setCounted(false)
    report('/cookies')
    expect(fake.signals('page')).toEqual([{ path: '/privacy', referrer: '' }])
  })

  it('and writes that succeed are events: category and label, of a visitor only with consent', async () => {
    const { reportPageView } = await import('#client/live/analytics.ts')
    const { setCounted } = await import('#client/live/counted.ts')
    const { api } = await import('#client/live/http.ts')
    const answers = [204, 204, 403, 204, 204]
    vi.stubGlobal('fetch', async () => new Response(null, { status: answers.shift()! }))
    fake.ready()
    reportPageView('/', { hasAccount: true })
    await api.post('/api/posts/abc123/react', { emoji: '💩' })
    await api.delete('/api/users/abc123/follow')
    await api.post('/api/posts', { text: 'refused' }).catch(() => undefined)
    reportPageView('/', { hasAccount: false })
    await api.post('/api/posts/abc123/share')
    setCounted(true)
    await api.post('/api/posts/abc123/share')
    expect(fake.signals('event')).toEqual([
      { category: 'post', label: 'react' },
      { category: 'person', label: 'unfollow' },
      { category: 'post', label: 'share' },
    ])
    setCounted(false)
    vi.unstubAllGlobals()
  })

  it('[L17] keeps the newest when the connection is down for long', async () => {
    const { reportPageView } = await import('#client/live/analytics.ts')
    for (let number = 1; number <= 25; number += 1) reportPageView(`/${number}`, { hasAccount: true })
    fake.ready()
    expect(fake.signals('page')).toHaveLength(20)
    expect(fake.signals('page').at(-1)).toEqual({ path: '/25' })
  })
})

describe('Renewing the connection', () => {
  it('disconnects and connects again at once, with the current cookie', async () => {
    fake.ready()
    const before = tries()
    sockets.renewSocket()
    await tick(0)
    expect(fake.socket.disconnect).toHaveBeenCalledOnce()
    expect(tries()).toBe(before + 1)
  })

  it('after the page has closed its socket does nothing', async () => {
    stop()
    const before = tries()
    sockets.renewSocket()
    sockets.hurry()
    await tick(60_000)
    expect(tries()).toBe(before)
  })
})
