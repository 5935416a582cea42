import session, { type SessionData, type Store } from 'express-session'
import { describe, expect, it } from 'vitest'
import { besideItsPerson, getWith, rememberSessions, type StoredSession } from './remembered-sessions.ts'

/** A store that counts its reads and answers each when it is told to. */
class SlowStore extends session.Store {
  kept = new Map<string, SessionData>()
  reads = 0
  waiting: (() => void)[] = []

  read = (id: string): Promise<StoredSession | undefined> => {
    this.reads += 1
    const data = this.kept.get(id)
    const found = data && { data, lastModified: undefined }
    return new Promise((resolve) => this.waiting.push(() => resolve(found)))
  }

  override get(): void {
    throw new Error('Sessions are read in batches, not one by one')
  }

  override set(id: string, data: SessionData, done?: (error?: unknown) => void): void {
    this.kept.set(id, data)
    this.waiting.push(() => done?.())
  }

  override destroy(id: string, done?: (error?: unknown) => void): void {
    this.waiting.push(() => {
      this.kept.delete(id)
      done?.()
    })
  }

  answer(): void {
    this.waiting.splice(0).forEach((one) => one())
  }
}

const cookie = { originalMaxAge: 1000, path: '/' }
const sessionOf = (user: string) => ({ cookie, passport: { user } }) as unknown as SessionData
const get = (store: Store, id: string) =>
  new Promise<SessionData | null>((resolve, reject) =>
    store.get(id, (error, found) => (error ? reject(error as Error) : resolve(found ?? null))),
  )

const setUp = () => {
  const slow = new SlowStore()
  slow.kept.set('a', sessionOf('ann'))
  const used: string[] = []
  const get = getWith(rememberSessions(slow, slow.read), (id) => used.push(id))
  return { slow, used, store: Object.assign(slow, { get }) as Store }
}

describe('A session that was just read', () => {
  it('is not read again, by simultaneous requests or later ones', async () => {
    const { slow, store } = setUp()
    const calls = [get(store, 'a'), get(store, 'a')]
    slow.answer()
    expect((await Promise.all([...calls, get(store, 'a')])).map((one) => one?.passport?.user)).toEqual([
      'ann',
      'ann',
      'ann',
    ])
    expect(slow.reads).toBe(1)
  })

  it('is noted as used by each request, and an absent one is not', async () => {
    const { slow, store, used } = setUp()
    const calls = [get(store, 'a'), get(store, 'a'), get(store, 'b')]
    slow.answer()
    await Promise.all(calls)
    expect(used.sort()).toEqual(['a', 'a'])
  })

  it('is copied for each request: what one writes reaches no other', async () => {
    const { slow, store } = setUp()
    const first = get(store, 'a')
    slow.answer()
    const mine = (await first)!
    mine.passport!.user = 'mallory'
    mine.cookie.path = '/elsewhere'
    expect(await get(store, 'a')).toEqual({ ...sessionOf('ann'), cookie: { ...cookie, expires: null } })
  })

  it('is gone at once when it has ended, also for requests during its end', async () => {
    const { slow, store } = setUp()
    const before = get(store, 'a')
    slow.answer()
    await before
    store.destroy('a')
    const during = get(store, 'a') // still there, in the store
    slow.answer()
    await during
    const after = get(store, 'a')
    slow.answer()
    expect(await after).toBeNull()
  })

  it('is read again after a change', async () => {
    const { slow, store } = setUp()
    const before = get(store, 'a')
    slow.answer()
    await before
    store.set('a', sessionOf('bob'))
    slow.answer()
    const after = get(store, 'a')
    slow.answer()
    expect((await after)?.passport?.user).toBe('bob')
  })

  it('is read again when it did not exist: it may begin at any moment', async () => {
    const { slow, store } = setUp()
    const before = get(store, 'b')
    slow.answer()
    expect(await before).toBeNull()
    slow.kept.set('b', sessionOf('bob'))
    const after = get(store, 'b')
    slow.answer()
    expect((await after)?.passport?.user).toBe('bob')
  })
})

describe('The person of a session', () => {
  it('is read beside the session once it is known whose it is, and not when it has ended', async () => {
    const store = new SlowStore()
    store.kept.set('a', sessionOf('ann'))
    const asked: string[] = []
    const read = besideItsPerson(store.read, async (userId) => {
      asked.push(userId)
      throw new Error('The request meets this error')
    })
    const first = read('a')
    expect(asked).toEqual([])
    store.answer()
    expect((await first)?.data.passport?.user).toBe('ann')

    const second = read('a')
    expect(asked).toEqual(['ann'])
    store.answer()
    await second

    store.kept.delete('a')
    const third = read('a')
    store.answer()
    expect(await third).toBeUndefined()
    asked.length = 0
    const fourth = read('a')
    store.answer()
    await fourth
    expect(asked).toEqual([])
  })
})
