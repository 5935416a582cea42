// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CurrentUserView } from '#contract/account.ts'
import { answerCalls, gate } from './support/fake-server.ts'
import { createFakeSocket } from './support/fake-socket.ts'
import { ANN, BOB } from './support/make-post.ts'
import { eventually } from '#tests/support/eventually.ts'

let fake: ReturnType<typeof createFakeSocket>
vi.mock('socket.io-client', () => ({ io: () => fake.socket }))

const account = (id: string, changes: Partial<CurrentUserView> = {}): CurrentUserView => ({
  id,
  handle: 'ann',
  username: 'ann',
  displayName: 'Ann',
  email: 'ann@people.example',
  bio: '',
  avatarUrl: null,
  bannerUrl: null,
  createdAt: '2026-11-21T10:00:00.000Z',
  isAdmin: false,
  isModerator: false,
  hasPassword: true,
  hasGoogle: false,
  mustConfirm: false,
  isNewcomer: false,
  newEmail: null,
  quiet: [],
  readWhenSeen: false,
  requestNotices: false,
  rev: 1,
  ...changes,
})

/** The person of the browser's cookie. */
let cookie: CurrentUserView | null
let forget: ReturnType<typeof vi.fn<() => void>>
let session: typeof import('#client/features/account/data/viewer/viewer.actions.ts')
let store: typeof import('#client/features/account/data/viewer/viewer.store.ts')
let stop: () => void

const signedOut = () => new Response('Please log in to continue.', { status: 401 })
const viewer = () => store.currentViewer()

const RealChannel = BroadcastChannel
let channels: BroadcastChannel[]

beforeEach(async () => {
  vi.resetModules()
  // The pages of earlier tests are closed, and hear no other page.
  channels = []
  vi.stubGlobal(
    'BroadcastChannel',
    class extends RealChannel {
      constructor(name: string) {
        super(name)
        channels.push(this)
      }
    },
  )
  fake = createFakeSocket()
  cookie = null
  answerCalls((method, path) => {
    if (path === '/api/auth/login') cookie = account(ANN)
    if (path === '/api/auth/logout') {
      cookie = null
      return new Response(null, { status: 204 })
    }
    if (method === 'GET' && path !== '/api/auth/me') throw new Error(`unexpected ${path}`)
    return cookie ? { user: cookie } : signedOut()
  })
  const registry = await import('#client/live/registry.ts')
  store = await import('#client/features/account/data/viewer/viewer.store.ts')
  session = await import('#client/features/account/data/viewer/viewer.actions.ts')
  const live = await import('#client/features/account/data/viewer/viewer.live.ts')
  const { startLive } = await import('#client/live/start.ts')
  forget = vi.fn<() => void>()
  registry.onReset(forget)
  stop = startLive(async () => ({
    ready: live.onReady,
    'viewer:updated': live.onViewerUpdated,
    'session:ended': live.onSessionEnded,
  }))
  await eventually(() => expect(fake.socket.connect).toHaveBeenCalled())
})
afterEach(() => {
  stop()
  for (const channel of channels) channel.close()
  vi.unstubAllGlobals()
})

describe('The first question, who is signed in,', () => {
  it('is answered with the account, or with nobody', async () => {
    expect(store.useViewerStore.getState().status).toBe('loading')
    await session.loadViewer()
    expect(store.useViewerStore.getState()).toMatchObject({ status: 'known', user: null })
  })

  it('makes a visitor when it fails, and is asked again when the socket contradicts it', async () => {
    answerCalls(() => new Response('The throne is busy.', { status: 503 }))
    await session.loadViewer()
    expect(store.useViewerStore.getState()).toMatchObject({ status: 'known', user: null })
    answerCalls(() => ({ user: account(ANN) }))
    fake.ready(ANN)
    await eventually(() => expect(viewer()?.id).toBe(ANN))
  })
})

describe('Logging in', () => {
  it('empties the stores, shows the account, and reconnects with the new cookie', async () => {
    await session.loadViewer()
    fake.ready(null)
    fake.socket.connect.mockClear()
    await session.logIn({ email: 'ann@people.example', password: 'secret-enough' })
    expect(viewer()?.id).toBe(ANN)
    expect(forget).toHaveBeenCalledOnce()
    expect(fake.socket.disconnect).toHaveBeenCalledOnce()
    await eventually(() => expect(fake.socket.connect).toHaveBeenCalledOnce())
  })

  it('changes nothing when it is refused', async () => {
    await session.loadViewer()
    answerCalls(() => new Response('Invalid email or password', { status: 401 }))
    await expect(session.logIn({ email: 'a@b.example', password: 'wrong' })).rejects.toThrow(
      'Invalid email or password',
    )
    expect(viewer()).toBeNull()
    expect(forget).not.toHaveBeenCalled()
  })
})

describe('A signed-in page', () => {
  beforeEach(async () => {
    cookie = account(ANN)
    await session.loadViewer()
    fake.ready(ANN)
    const { useConnection } = await import('#client/live/connection.store.ts')
    expect(useConnection.getState().catchingUp).toBe(true)
    await eventually(() => expect(useConnection.getState().catchingUp).toBe(false))
    forget.mockClear()
    fake.socket.connect.mockClear()
    fake.socket.disconnect.mockClear()
  })

  it('fetches the account again every ten minutes while it is visible', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'Date'] })
    vi.resetModules()
    await import('#client/features/account/data/viewer/viewer.live.ts')
    store = await import('#client/features/account/data/viewer/viewer.store.ts')
    store.setViewer(account(ANN))
    cookie = account(ANN, { displayName: 'Anna', rev: 2 })
    await vi.advanceTimersByTimeAsync(590_000)
    expect(viewer()?.displayName).toBe('Ann')
    await vi.advanceTimersByTimeAsync(30_000)
    vi.useRealTimers()
    await eventually(() => expect(viewer()?.displayName).toBe('Anna'))
  })

  it('that logs out empties its stores without a message', async () => {
    await session.logOut()
    expect(viewer()).toBeNull()
    expect(forget).toHaveBeenCalledOnce()
    expect(store.useViewerStore.getState().ended).toBeNull()
  })

  it('handles the push about its own log-out, which may come before the answer', async () => {
    const { opened, open } = gate()
    answerCalls(async () => {
      fake.push('session:ended', { reason: 'logout' })
      await opened
      return new Response(null, { status: 204 })
    })
    const leaving = session.logOut()
    open()
    await leaving
    expect(viewer()).toBeNull()
    expect(forget).toHaveBeenCalledOnce()
    expect(store.useViewerStore.getState().ended).toBeNull()
  })

  it('stays signed in when the log-out does not reach the server', async () => {
    answerCalls(() => new Response('The throne is busy.', { status: 503 }))
    await expect(session.logOut()).rejects.toThrow('503')
    expect(viewer()?.id).toBe(ANN)
  })

  it.each(['logout', 'banned', 'reset', 'deleted', 'expired'] as const)(
    '[L11] whose session ends elsewhere (%s) is empty, told why, and comes back as a visitor',
    async (reason) => {
      fake.push('session:ended', { reason })
      expect(viewer()).toBeNull()
      expect(store.useViewerStore.getState().ended).toBe(reason)
      expect(forget).toHaveBeenCalledOnce()
      await eventually(() => expect(fake.socket.connect).toHaveBeenCalledOnce())
    },
  )

  it('makes no more calls once its account is deleted, whatever is refused before it leaves', async () => {
    const { deleteAccount } = await import('#client/features/account/data/viewer/account-deletion.ts')
    const { api } = await import('#client/live/http.ts')
    const asked: string[] = []
    answerCalls((method, path) => {
      asked.push(`${method} ${path}`)
      return method === 'DELETE' ? new Response(null, { status: 204 }) : signedOut()
    })
    const out = await deleteAccount()
    await expect(api.get('/api/notifications')).rejects.toThrow('401')
    fake.push('session:ended', { reason: 'deleted' })
    expect(viewer()?.id).toBe(ANN)
    expect(asked).toEqual(['DELETE /api/user/delete-account', 'GET /api/notifications'])
    out()
    expect(viewer()).toBeNull()
  })

  it('aborts the calls of the person who has logged out', async () => {
    const { api } = await import('#client/live/http.ts')
    vi.stubGlobal(
      'fetch',
      (_: string, { signal }: RequestInit) =>
        new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    )
    const asking = api.get('/api/messages/conversations')
    fake.push('session:ended', { reason: 'banned' })
    await expect(asking).rejects.toThrow()
  })

  it('notices by any 401 that its session is over', async () => {
    const { api } = await import('#client/live/http.ts')
    cookie = null
    await expect(api.post('/api/posts', {})).rejects.toThrow('401')
    await eventually(() => expect(viewer()).toBeNull())
    expect(store.useViewerStore.getState().ended).toBe('expired')
  })

  it('stays signed in when a call is refused while its session is renewed', async () => {
    const { api } = await import('#client/live/http.ts')
    const renewed = cookie
    cookie = null
    const asked: string[] = []
    answerCalls((method, path) => {
      // What else the page reads may come at any moment.
      if (path === '/api/notifications' || path === '/api/auth/me') asked.push(`${method} ${path}`)
      // The answer that renews the session brings the new cookie.
      if (asked.length === 3) cookie = renewed
      return cookie ? Response.json({ user: cookie }) : signedOut()
    })
    await expect(api.get('/api/notifications')).rejects.toThrow('401')
    await eventually(() =>
      expect(asked).toEqual(['GET /api/notifications', 'GET /api/auth/me', 'GET /api/auth/me']),
    )
    expect(viewer()?.id).toBe(ANN)
    expect(forget).not.toHaveBeenCalled()
  })

  it("that slept through a log-out follows the socket's `ready`", async () => {
    cookie = null
    fake.drop()
    fake.ready(null)
    await eventually(() => expect(viewer()).toBeNull())
  })

  it('becomes another person when another tab has signed in as them', async () => {
    cookie = account(BOB, { handle: 'bob' })
    const otherTab = new BroadcastChannel('rf-session')
    const received: unknown[] = []
    otherTab.addEventListener('message', ({ data }) => received.push(data))
    otherTab.postMessage({ entered: BOB })
    await eventually(() => expect(viewer()?.handle).toBe('bob'))
    // However somebody was signed in, each other tab hears of it, also of a document that brought them.
    await eventually(() => expect(received).toEqual([{ entered: BOB }]))
    otherTab.close()
    expect(forget).toHaveBeenCalledOnce()
  })

  it('logs out together with the tab that has logged out', async () => {
    const otherTab = new BroadcastChannel('rf-session')
    otherTab.postMessage('left')
    await eventually(() => expect(viewer()).toBeNull())
    otherTab.close()
    expect(store.useViewerStore.getState().ended).toBe('logout')
  })

  it("[L2] applies a newer copy of its account, no older one, and nobody else's", () => {
    fake.push('viewer:updated', { user: account(ANN, { displayName: 'Queen Ann', rev: 3 }) })
    fake.push('viewer:updated', { user: account(ANN, { displayName: 'Late', rev: 2 }) })
    fake.push('viewer:updated', { user: account(BOB, { displayName: 'Bob', rev: 9 }) })
    expect(viewer()?.displayName).toBe('Queen Ann')
  })
})
