import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MESSAGES } from '#contract/errors.ts'
import type { CurrentUserView } from '#contract/account.ts'
import type { ProfileView, UserListItem, UserView } from '#contract/people.ts'
import { recordEvents } from '#tests/support/record-events.ts'
import { expectIndexed, fewestReadsOf } from '#tests/support/explain.ts'
import { person, visitor, type Caller } from '#tests/support/http-client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const rename = async (handle: string, displayName: string) => {
  const somebody = await person(server, handle)
  await somebody.patch('/users/me', { displayName })
  return somebody
}
const found = async (q: string, caller: Caller = visitor(server)): Promise<string[]> =>
  (await caller.get<UserView[]>(`/users/search?q=${encodeURIComponent(q)}`)).body.map(({ handle }) => handle)

/** Inserts many people at once; returns their ids. */
async function plant(names: readonly { handle: string; displayName: string }[]): Promise<string[]> {
  const { UserModel } = await import('#server/features/people/users/users.model.ts')
  const { searchKeys } = await import('#server/features/people/users/people-search.service.ts')
  const people = names.map((name) => ({
    ...name,
    email: `${name.handle}@people.example`,
    passwordHash: 'none',
    searchKeys: searchKeys(name),
    createdAt: new Date(),
    updatedAt: new Date(),
  }))
  return (await UserModel.insertMany(people)).map(({ _id }) => _id.toHexString())
}

const place = (parts: unknown): string => Buffer.from(JSON.stringify(parts)).toString('base64url')

/** All pages of a search, one after the other, until one is empty. */
async function walk(q: string, caller: Caller = visitor(server)): Promise<UserListItem[][]> {
  const pages: UserListItem[][] = []
  for (let cursor = ''; ; cursor = `&cursor=${pages.at(-1)!.at(-1)!.cursor}`) {
    const page = (await caller.get<UserListItem[]>(`/users/search?q=${q}${cursor}`)).body
    if (page.length === 0) return pages
    pages.push(page)
  }
}

describe('A profile', () => {
  test('shows a person, and that a visitor can do nothing', async () => {
    const anne = await person(server, 'anne')
    const seen = await visitor(server).get<ProfileView>('/users/ANNE')
    expect(seen.status).toBe(200)
    expect(seen.body).toEqual<ProfileView>({
      id: anne.id,
      handle: 'anne',
      displayName: 'anne',
      avatarUrl: null,
      bannerUrl: null,
      bio: '',
      isAdmin: false,
      isFollowing: false,
      createdAt: anne.user.createdAt,
      _count: { posts: 0, followers: 0, following: 0 },
      viewer: {
        isSelf: false,
        follows: false,
        followsYou: false,
        muted: false,
        blocked: false,
        can: { follow: false, message: false, edit: false },
      },
      rev: 1,
    })
  })

  test('shows its owner that it is theirs, and others what they may do', async () => {
    const bess = await person(server, 'bess')
    const carl = await person(server, 'carl')
    expect((await bess.get<ProfileView>('/users/bess')).body.viewer).toMatchObject({
      isSelf: true,
      can: { follow: false, message: false, edit: true },
    })
    expect((await carl.get<ProfileView>('/users/bess')).body.viewer).toMatchObject({
      isSelf: false,
      can: { follow: true, message: true, edit: false },
    })
  })

  test.each(['nobody_here', 'no%20body', 'x'.repeat(500), '..%2f..%2fetc', '%00', '%7B%22$ne%22:null%7D'])(
    'of %s is not found',
    async (handle) => {
      expect(await visitor(server).get(`/users/${handle}`)).toMatchObject({
        status: 404,
        text: 'User not found',
      })
    },
  )

  test('never contains the e-mail address or the password hash', async () => {
    await person(server, 'discreet')
    const text =
      (await visitor(server).get('/users/discreet')).text +
      (await visitor(server).get('/users/search?q=discreet')).text
    expect(text).not.toMatch(/argon2|password|@people|epoch|searchKeys/i)
  })

  test('is found again after a recount when the claim of its handle was lost', async () => {
    const fay = await person(server, 'fay')
    const { AccountClaimModel } = await import('#server/features/people/users/account-claims.model.ts')
    await AccountClaimModel.deleteOne({ _id: 'handle:fay' })
    expect((await visitor(server).get('/users/fay')).status).toBe(404)
    const { recountPerson } = await import('#server/features/admin/recount/counters.service.ts')
    expect([await recountPerson(fay.id), await recountPerson(fay.id)]).toEqual([true, false])
    expect((await visitor(server).get('/users/fay')).status).toBe(200)
  })

  test('takes two reads, and a third one for whether the viewer follows', async () => {
    const dora = await person(server, 'dora')
    await person(server, 'eve')
    const reads = await fewestReadsOf(() => dora.get('/users/eve'))
    expect(reads.map(({ collection }) => collection)).toEqual(['account_claims', 'users', 'follows'])
    expectIndexed(reads)
  })
})

describe("A change of one's own profile", () => {
  test('answers the changed account and emits its events', async () => {
    const flo = await person(server, 'flo')
    const recorded = await recordEvents('viewer:updated', 'job:enqueued')
    const changed = await flo.patch<CurrentUserView>('/users/me', {
      displayName: ' Flo of the Flush ',
      bio: 'Pulls\nthe chain.',
    })
    expect(changed).toMatchObject({
      status: 200,
      body: { ...flo.user, displayName: 'Flo of the Flush', bio: 'Pulls\nthe chain.', rev: 2 },
    })
    expect(recorded.stop()).toEqual([
      { name: 'viewer:updated', payload: { user: changed.body } },
      // A job rewrites everything that shows the old name.
      { name: 'job:enqueued', payload: { kind: 'rename', afterMs: 0 } },
    ])
    expect((await flo.get('/auth/me')).body).toEqual({ user: changed.body })
    expect((await visitor(server).get('/users/flo')).body).toMatchObject({
      displayName: 'Flo of the Flush',
      bio: 'Pulls\nthe chain.',
      rev: 2,
    })
  })

  test('changes only what was sent, and a bio can be emptied', async () => {
    const gus = await person(server, 'gus')
    await gus.patch('/users/me', { bio: 'There was one.' })
    expect((await gus.patch('/users/me', { displayName: 'Gus' })).body).toMatchObject({
      displayName: 'Gus',
      bio: 'There was one.',
    })
    expect((await gus.patch('/users/me', { bio: '' })).body).toMatchObject({ displayName: 'Gus', bio: '' })
  })

  test('changes nothing if it is empty', async () => {
    const hal = await person(server, 'hal')
    const recorded = await recordEvents('viewer:updated', 'job:enqueued')
    expect((await hal.patch('/users/me', {})).body).toEqual(hal.user)
    expect(recorded.stop()).toEqual([])
  })

  test('cannot change handle, address, rights or counts', async () => {
    const ida = await person(server, 'ida')
    const changed = await ida.patch('/users/me', {
      bio: 'x',
      handle: 'queen',
      email: 'queen@palace.example',
      isAdmin: true,
      followerCount: 9,
      rev: 99,
      passwordHash: 'x',
    })
    expect(changed).toMatchObject({
      status: 200,
      body: { handle: 'ida', email: ida.email, isAdmin: false, rev: 2 },
    })
    expect((await visitor(server).get('/users/ida')).body).toMatchObject({
      isAdmin: false,
      _count: { followers: 0 },
    })
  })

  test.each([
    [{ displayName: '' }, 'Display name is required'],
    [{ displayName: ' \u200b ' }, 'Display name is required'],
    [{ displayName: null }, 'Display name is required'],
    [{ displayName: 'D'.repeat(51) }, 'Display name must be at most 50 characters'],
    [{ displayName: 'two\nlines' }, 'That text has characters that we cannot save.'],
    [{ displayName: 'half \ud83d' }, 'That text has characters that we cannot save.'],
    [{ bio: 'b'.repeat(161) }, 'Bio must be at most 160 characters'],
    [{ bio: 'nul \u0000' }, 'That text has characters that we cannot save.'],
    [{ bio: 7 }, 'We do not understand that request.'],
    [{ bio: ['a'] }, 'We do not understand that request.'],
    [[], 'We do not understand that request.'],
  ])('refuses %j', async (body, sentence) => {
    const jo = await person(server, 'jo_strict')
    expect(await jo.patch('/users/me', body)).toMatchObject({ status: 400, text: sentence })
  })

  test('keeps right-to-left text and stacked marks exactly, but for what turns the letters of a name', async () => {
    const kim = await person(server, 'kim')
    const given = {
      displayName: 'שלום Kim',
      bio: 'Z\u0351\u036b\u0343\u036a\u0302a\u035bl\u0358go',
    }
    const turned = { ...given, displayName: '\u2066שלום \u202eKim\u202c' }
    expect((await kim.patch('/users/me', turned)).body).toMatchObject(given)
  })

  test('needs a session', async () => {
    expect(await visitor(server).patch('/users/me', { bio: 'x' })).toMatchObject({
      status: 401,
      text: 'Please log in to continue.',
    })
  })
})

describe('People search', () => {
  beforeAll(async () => {
    await rename('lud_ww', 'Ludwig van Beethoven')
    await rename('ludmila', 'Mila')
    await rename('zoe_z', 'Zoë Ångström')
    await rename('braces', '“Regex” (a+)+$')
    await person(server, 'van')
  })

  test.each([
    ['lud', ['lud_ww', 'ludmila']],
    ['LUD', ['lud_ww', 'ludmila']],
    ['@ludm', ['ludmila']],
    ['van', ['van', 'lud_ww']],
    ['beeth', ['lud_ww']],
    ['van  Bee', ['lud_ww']],
    ['ludwig van beethoven', ['lud_ww']],
    ['zoe', ['zoe_z']],
    ['ZOË', ['zoe_z']],
    ['angstrom', ['zoe_z']],
    ['wig', []],
    ['regex', ['braces']],
    ['“regex', ['braces']],
    ['(a+)+$', ['braces']],
    ['.*', []],
    ['^lud', []],
    ['nobody at all', []],
    ['', []],
    ['   ', []],
    ['@', []],
  ])('%j finds %j', async (q, handles) => {
    expect(await found(q)).toEqual(handles)
  })

  test('finds nobody without a query', async () => {
    expect(await visitor(server).get('/users/search')).toMatchObject({ status: 200, body: [] })
  })

  test.each(['q=a&q=b', `q=${'x'.repeat(101)}`, 'q=%00', 'q[$ne]=x&q[]=1&q=%ED%A0%80%00'])(
    'refuses ?%s',
    async (query) => {
      expect(
        (await visitor(server).get(`/users/search?${query.replaceAll('[', '%5B').replaceAll(']', '%5D')}`))
          .status,
      ).toBe(400)
    },
  )

  test('has pages of twenty, each from one range of one index', async () => {
    const everybody = Array.from({ length: 45 }, (_, at) => `crowd_${String(at).padStart(2, '0')}`)
    await plant(everybody.map((handle) => ({ handle, displayName: handle })))
    const pages = await walk('crowd')
    expect(pages.map((page) => page.map(({ handle }) => handle))).toEqual([
      everybody.slice(0, 20),
      everybody.slice(20, 40),
      everybody.slice(40),
    ])
    for (const cursor of ['', `&cursor=${pages[0]!.at(-1)!.cursor}`]) {
      const reads = await fewestReadsOf(() => visitor(server).get(`/users/search?q=crowd${cursor}`))
      expect(reads[0]).toMatchObject({ plan: 'IXSCAN { searchKeys: 1, _id: 1 }' })
      expect(reads[0]!.returned).toBeLessThanOrEqual(21)
      expectIndexed(reads)
    }
  })

  test('shows a person once who matches by several keys, and skips nobody with the same name', async () => {
    const namesakes = Array.from({ length: 25 }, (_, at) => `twin${at}`)
    await plant(namesakes.map((handle) => ({ handle, displayName: 'Twin Twinset of Twinning' })))
    const found = (await walk('twin')).flat().map(({ handle }) => handle)
    expect([...found].sort()).toEqual([...namesakes].sort())
  })

  test('fills up a page when people are left out of it, and continues after the last one shown', async () => {
    const queue = Array.from({ length: 24 }, (_, at) => `queue_${String(at).padStart(2, '0')}`)
    const people = await plant(queue.map((handle) => ({ handle, displayName: handle })))
    const looker = await person(server, 'looker')
    await looker.post(`/users/${people[3]}/block`)
    const collected = queue.filter((handle) => handle !== 'queue_03')
    expect((await walk('queue', looker)).map((page) => page.map(({ handle }) => handle))).toEqual([
      collected.slice(0, 20),
      collected.slice(20),
    ])
  })

  test.each([
    ['no place at all', 'zzz'],
    ['a place of another search', place(['zzz', '0'.repeat(24)])],
    ['a place behind all of them', place(['crowd\u{10ffff}z', '0'.repeat(24)])],
    ['a place without a person', place(['crowd_01', 'nobody'])],
    ['a place of another list', place(['name', 'crowd_01', '0'.repeat(24)])],
    ['a place of another kind', place([{ $gt: '' }, '0'.repeat(24)])],
    ['more than a place', 'x'.repeat(3001)],
  ])('refuses %s as a cursor', async (_, cursor) => {
    expect(await visitor(server).get(`/users/search?q=crowd&cursor=${cursor}`)).toMatchObject({
      status: 400,
      text: MESSAGES.badCursor,
    })
  })

  test('finds a new name at once', async () => {
    await rename('mutable', 'Before')
    await rename('mutable', 'Afterwards')
    expect(await found('before')).toEqual([])
    expect(await found('afterw')).toEqual(['mutable'])
  })
})
