import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { PostView, type PostView as Post } from '#contract/posts.ts'
import { commandsOf, fewestOf } from '#tests/support/commands.ts'
import { person, visitor, type Caller, type Person } from '#tests/support/http-client.ts'
import { insertPosts, strangers } from '#tests/support/insert-rows.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'

let server: TestServer
let nobody: Caller
let ann: Person
let bob: Person

beforeAll(async () => {
  server = await startTestServer()
  nobody = visitor(server)
  ;[ann, bob] = await Promise.all([person(server, 'ann'), person(server, 'bob')])
})
afterAll(() => server.close())

beforeEach(async () => {
  const { PostModel } = await import('#server/features/posts/posts.model.ts')
  const { forgetPages } = await import('#server/features/posts/feed/shared-pages.ts')
  await PostModel.deleteMany({})
  forgetPages()
})

const DAY = Date.UTC(2026, 0, 1)
const write = async (who: Person, text: string) => (await who.post<Post>('/posts', { text })).body
const page = async (who: Caller, query = '', path = '/posts') => {
  const reply = await who.get<Post[]>(`${path}${query && `?${query}`}`)
  expect(reply.status, reply.text).toBe(200)
  return reply.body
}
const ids = (posts: readonly Post[]) => posts.map(({ id }) => id)
const planted = (
  authorId: string,
  count: number,
  at: (place: number) => number = (place) => DAY - place * 1000,
) =>
  insertPosts(
    Array.from({ length: count }, (_, place) => ({ authorId, at: at(place), text: `No. ${place}` })),
  )

/** All pages of a list, until an empty one. */
async function everyPage(who: Caller, query = '', path = '/posts'): Promise<Post[][]> {
  const pages: Post[][] = []
  for (let cursor = ''; ; cursor = `cursor=${pages.at(-1)!.at(-1)!.createdAt}`) {
    const posts = await page(who, [query, cursor].filter(Boolean).join('&'), path)
    if (posts.length === 0) return pages
    pages.push(posts)
  }
}

/** A person who has shared nothing yet: a share counts once for each person. */
const newcomer = () => person(server, `newcomer_${crypto.randomUUID().slice(0, 8)}`)

describe('For you', () => {
  it('is everybody’s posts, newest first, for visitors and signed-in people, as the contract says', async () => {
    const [one, two] = [await write(ann, 'One'), await write(bob, 'Two')]
    for (const who of [nobody, ann, bob]) {
      const posts = await page(who)
      expect(ids(posts)).toEqual([two.id, one.id])
      for (const post of posts) expect(PostView.parse(post)).toEqual(post)
    }
    expect((await page(ann))[1]!.viewer.can).toEqual({ edit: true, delete: true, moderate: false })
    expect((await page(bob))[1]!.viewer.can).toEqual({ edit: false, delete: false, moderate: false })
  })

  it('has the same bytes for visitors and for people without a reaction, a right or a block on the page', async () => {
    const { id } = await write(ann, 'Plain')
    await write(bob, 'Simple')
    const [reader, reactor, king] = await Promise.all([newcomer(), newcomer(), person(server, 'king')])
    await reactor.post(`/posts/${id}/react`, { emoji: '💩' })
    await (await import('#server/features/people/users/admin-people.service.ts')).setAdmin(king.id, true)
    const bytesOf = async (who: Caller) => (await who.get('/posts')).text
    const plain = await bytesOf(nobody)
    expect(await bytesOf(reader)).toBe(plain)
    // One has reacted, two are the authors, one may moderate.
    for (const who of [reactor, ann, bob, king]) expect(await bytesOf(who), who.handle).not.toBe(plain)
    await reader.post(`/users/${reactor.id}/block`)
    expect((await page(reader)).map(({ reactions }) => reactions.length)).toEqual([0, 0])
    await reader.delete(`/users/${reactor.id}/block`)
    expect(await bytesOf(reader)).toBe(plain)
  })

  it('has pages of twenty, and ends with an empty one', async () => {
    const all = await planted(ann.id, 45)
    const pages = await everyPage(nobody)
    expect(pages.map(({ length }) => length)).toEqual([20, 20, 5])
    expect(pages.flatMap(ids)).toEqual(all)
    expect(await page(nobody, 'cursor=1999-01-01T00:00:00.000Z')).toEqual([])
    expect((await page(nobody, 'cursor=2999-01-01T00:00:00Z')).length).toBe(20)
  })

  it('has no gaps or duplicates among posts of one millisecond', async () => {
    const all = await planted(ann.id, 100, (place) => DAY - Math.floor(place / 7))
    const alike = await planted(ann.id, 33, () => DAY - 1000)
    const pages = await everyPage(nobody)
    const collected = pages.flatMap(ids)
    expect([collected.length, new Set(collected).size]).toEqual([133, 133])
    expect(new Set(collected)).toEqual(new Set([...all, ...alike]))
    for (const [at, posts] of pages.slice(1).entries())
      expect(posts[0]!.createdAt < pages[at]!.at(-1)!.createdAt).toBe(true)
    expect(pages.every(({ length }, at) => length >= 20 || at === pages.length - 1)).toBe(true)
  })

  it('has no gaps or duplicates while new posts arrive between the pages', async () => {
    const all = await planted(ann.id, 45)
    const first = await page(nobody)
    await write(bob, 'Meanwhile')
    const second = await page(nobody, `cursor=${first.at(-1)!.createdAt}`)
    expect([...ids(first), ...ids(second)]).toEqual(all.slice(0, 40))
  })
})

describe('A committed change', () => {
  it('is in the next answer, for visitors too: posts, edits, reactions, comments, shares, deletions', async () => {
    const { id } = await write(ann, 'Watch me')
    const shown = async () => (await page(nobody)).find((post) => post.id === id)
    for (let round = 1; round <= 10; round++) {
      await ann.patch(`/posts/${id}`, { text: `Text ${round}` })
      expect((await shown())!.text).toBe(`Text ${round}`)
      await bob.post(`/posts/${id}/comments`, { text: 'Hm' })
      expect((await shown())!._count.comments).toBe(round)
      await (await newcomer()).post(`/posts/${id}/share`)
      expect((await shown())!.shareCount).toBe(round)
      await bob.post(`/posts/${id}/react`, { emoji: '💩' })
      expect((await shown())!._count.reactions).toBe(round % 2)
    }
    await ann.delete(`/posts/${id}`)
    expect(await shown()).toBeUndefined()
    expect((await nobody.get(`/posts/${id}`)).status).toBe(404)
  })

  it('is in every answer to a request made after it, however many come at once', async () => {
    const { id } = await write(ann, 'v0')
    for (let round = 1; round <= 20; round++) {
      const crowd = Array.from({ length: 5 }, () => page(nobody))
      await ann.patch(`/posts/${id}`, { text: `v${round}` })
      const after = await Promise.all(Array.from({ length: 5 }, () => page(nobody)))
      expect(after.map(([first]) => first!.text)).toEqual(Array.from({ length: 5 }, () => `v${round}`))
      await Promise.all(crowd)
    }
  })

  it('is answered exactly as the contract presents the stored post', async () => {
    const { id } = await write(ann, 'Same "value" \u2028 💩 \\')
    await bob.post(`/posts/${id}/react`, { emoji: '❤️' })
    await bob.post(`/posts/${id}/comments`, { text: 'Aye' })
    const { presentPost } = await import('#server/features/posts/posts.present.ts')
    const { visiblePost } = await import('#server/features/posts/posts.store.ts')
    const { loadViewer } = await import('#server/features/people/users/viewers.service.ts')
    const stored = await visiblePost(null, id)
    expect((await page(nobody))[0]).toEqual(presentPost(stored, null, null))
    expect((await page(bob))[0]).toEqual(presentPost(stored, await loadViewer(bob.id), '❤️'))
    expect((await ann.get(`/posts/${id}`)).body).toEqual(presentPost(stored, await loadViewer(ann.id), null))
  })

  it('of another process shows when its event arrives; of a script, within a second or so', async () => {
    const { id } = await write(ann, 'Ours')
    expect((await page(nobody))[0]!.text).toBe('Ours')
    const { bus } = await import('#server/platform/bus.ts')
    const { PostModel } = await import('#server/features/posts/posts.model.ts')
    const { presentPublicPost } = await import('#server/features/posts/posts.present.ts')
    const { visiblePost } = await import('#server/features/posts/posts.store.ts')
    const elsewhere = (text: string) => PostModel.updateOne({ _id: id }, { $set: { text }, $inc: { rev: 1 } })
    await elsewhere('Theirs')
    bus.receiveRemote('post:updated', { post: presentPublicPost(await visiblePost(null, id)) })
    expect((await page(nobody))[0]!.text).toBe('Theirs')
    await elsewhere('By a script')
    await until('it shows', async () => (await page(nobody))[0]!.text === 'By a script')
    const late = presentPublicPost(await visiblePost(null, id))
    await PostModel.deleteOne({ _id: id })
    bus.receiveRemote('post:deleted', { id, rev: 4, authorId: ann.id })
    bus.receiveRemote('post:updated', { post: late })
    expect(await page(nobody)).toEqual([])
    expect((await nobody.get(`/posts/${id}`)).status).toBe(404)
  })

  it('costs all visitors together one read, and none while nothing changes', async () => {
    await planted(ann.id, 30)
    const { forgetPages } = await import('#server/features/posts/feed/shared-pages.ts')
    // A page is cached for a second, which a busy machine may need for one answer: one success is enough.
    await until('twenty visitors cost one page', async () => {
      forgetPages()
      return (
        (await commandsOf(() => Promise.all(Array.from({ length: 20 }, () => page(nobody))))).length === 2
      )
    })
    await until('the next one costs nothing', async () => (await commandsOf(() => page(nobody))).length === 0)
  })

  it('costs a signed-in viewer at most three database commands, including the session', async () => {
    await planted(ann.id, 30)
    await page(bob)
    const { forgetPages } = await import('#server/features/posts/feed/shared-pages.ts')
    const change = async () => {
      await write(ann, 'News')
      forgetPages()
    }
    const changed = await fewestOf(() => page(bob), change)
    expect(changed.length, changed.join()).toBeLessThanOrEqual(3)
    const unchanged = await fewestOf(() => page(bob))
    expect(unchanged.length, unchanged.join()).toBeLessThanOrEqual(1)
  })
})

describe('An ETag', () => {
  it('saves the bytes while nothing changes, and is invalid after a change or for a viewer with other bytes', async () => {
    const { id } = await write(ann, 'Tagged')
    for (const path of ['/posts', `/posts/${id}`, '/users/ann/posts']) {
      const reader = await newcomer()
      const [first, signedIn, other] = await Promise.all([nobody.get(path), ann.get(path), reader.get(path)])
      const etag = first.headers.get('etag')!
      const again = await nobody.get(path, { 'if-none-match': etag })
      expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag])
      // Ann is the author. The reader sees what visitors see.
      expect(signedIn.headers.get('etag')).not.toBe(etag)
      expect([signedIn.text === first.text, other.text]).toEqual([false, first.text])
      await (await newcomer()).post(`/posts/${id}/share`)
      expect((await nobody.get(path, { 'if-none-match': etag })).status).toBe(200)
      const mine = (await bob.get(path)).headers.get('etag')!
      expect((await bob.get(path, { 'if-none-match': mine })).status).toBe(304)
      await bob.post(`/posts/${id}/react`, { emoji: '👍' })
      expect((await bob.get(path, { 'if-none-match': mine })).status).toBe(200)
    }
    expect((await nobody.get('/posts')).headers.get('cache-control')).toBe('private, no-cache')
  })
})

describe('People hidden from the viewer', () => {
  it('are not in For you, whose pages are still full; a blocked person’s post answers 404', async () => {
    const [muted, blocked, blocker] = await Promise.all([
      person(server, 'muted'),
      person(server, 'blocked'),
      person(server, 'blocker'),
    ])
    await ann.post(`/users/${muted.id}/mute`)
    await ann.post(`/users/${blocked.id}/block`)
    await blocker.post(`/users/${ann.id}/block`)
    const hidden = [muted, blocked, blocker]
    // Two posts by Bob among every hundred by others, and a stretch with only others'.
    const authors = Array.from({ length: 1500 }, (_, place) =>
      place > 200 && place < 700 ? muted.id : place % 50 === 7 ? bob.id : hidden[place % 3]!.id,
    )
    const all = await insertPosts(
      authors.map((authorId, place) => ({ authorId, at: DAY - Math.floor(place / 3) })),
    )
    const ofBob = all.filter((_, place) => authors[place] === bob.id)
    const pages = await everyPage(ann)
    expect(pages.flatMap(ids).toSorted()).toEqual(ofBob.toSorted())
    expect(pages.map(({ length }) => length)).toEqual([20])
    expect(await page(nobody)).toHaveLength(21)

    for (const who of [blocked, blocker]) {
      const theirs = all[authors.indexOf(who.id)]!
      const refused = await ann.get(`/posts/${theirs}`)
      expect([refused.status, refused.text]).toEqual([404, 'Post not found'])
      expect((await nobody.get(`/posts/${theirs}`)).status).toBe(200)
      expect(ids(await page(who)).some((id) => ofBob.includes(id))).toBe(true)
    }
    expect((await ann.get(`/posts/${all[authors.indexOf(muted.id)]!}`)).status).toBe(200)

    expect((await page(ann, '', '/users/muted/posts')).length).toBeGreaterThanOrEqual(20)
    expect(await page(ann, '', '/users/blocked/posts')).toEqual([])
    const barred = await ann.get('/users/blocker/posts')
    expect([barred.status, barred.text]).toEqual([404, 'User not found'])

    await ann.delete(`/users/${muted.id}/mute`)
    await ann.delete(`/users/${blocked.id}/block`)
    expect((await page(ann)).some(({ authorId }) => authorId === muted.id)).toBe(true)
  })
})

describe('A hashtag', () => {
  it('is found in any letter case, with or without its #, and only in posts that have it', async () => {
    const tagged = await write(ann, 'All hail the #RoyalFlush and #Thröne2')
    await write(ann, 'royalflush without a sign, #royalflusher with too much')
    for (const tag of ['royalflush', 'ROYALFLUSH', '%23RoyalFlush', 'thr%C3%B6ne2'])
      expect(ids(await page(nobody, `tag=${tag}`)), tag).toEqual([tagged.id])
    for (const tag of ['', '%23', '%20', 'royal', 'royal flush', 'nothing', '.*', '%23%23royalflush'])
      expect(await page(nobody, `tag=${tag}`), tag).toEqual([])
  })

  it('has pages like every list', async () => {
    const all = await insertPosts(
      Array.from({ length: 50 }, (_, place) => ({
        authorId: ann.id,
        at: DAY - Math.floor(place / 6),
        text: `#flood ${place}`,
      })),
    )
    expect((await everyPage(nobody, 'tag=flood')).flatMap(ids).toSorted()).toEqual(all.toSorted())
  })
})

describe('A search', () => {
  it('finds posts that hold all its words, newest first, whatever their letter case', async () => {
    const one = await write(ann, 'The royal Throne is cold')
    const two = await write(bob, 'My throne, my ROYAL rules')
    await write(ann, 'Throneless')
    expect(ids(await page(nobody, 'q=throne'))).toEqual([two.id, one.id])
    expect(ids(await page(nobody, 'q=Royal%20THRONE'))).toEqual([two.id, one.id])
    expect(ids(await page(nobody, 'q=throne%20cold'))).toEqual([one.id])
    expect(await page(nobody, 'q=throne%20warm')).toEqual([])
  })

  it('gives the posts with the most reactions on one page, without those of people one has blocked', async () => {
    const texts = ['quiet', 'loud', 'loudest'].map((text) => `${text} bidetrank #bidetrank`)
    const [quiet, loud, loudest] = [
      await write(ann, texts[0]!),
      await write(bob, texts[1]!),
      await write(ann, texts[2]!),
    ]
    for (const [who, { id }] of [
      [ann, loudest],
      [bob, loudest],
      [ann, loud],
    ] as const)
      await who.post(`/posts/${id}/react`, { emoji: '💩' })
    const byReactions = [loudest.id, loud.id, quiet.id]
    expect(ids(await page(nobody, 'q=bidetrank&sort=top'))).toEqual(byReactions)
    expect(ids(await page(ann, 'tag=bidetrank&sort=top'))).toEqual(byReactions)
    expect(await page(nobody, `q=bidetrank&sort=top&cursor=${quiet.createdAt}`)).toEqual([])
    expect(ids(await page(nobody, 'q=bidetrank'))).toEqual([loudest.id, loud.id, quiet.id])
    const cat = await person(server, 'cat_of_ranks')
    await cat.post(`/users/${bob.id}/block`)
    expect(ids(await page(cat, 'q=bidetrank&sort=top'))).toEqual([loudest.id, quiet.id])
    for (const query of ['sort=top', 'type=following&sort=top', 'q=x&sort=oldest'])
      expect((await cat.get(`/posts?${query}`)).status, query).toBe(400)
  })

  it('without a query finds nothing', async () => {
    await write(ann, 'Something')
    for (const q of ['', '%20%20', '%E2%80%8B', '+++', '"'])
      expect(await page(nobody, `q=${q}`), q).toEqual([])
  })

  it('takes every special character literally', async () => {
    const regex = await write(ann, 'Beware of (a+)+$ and of C++')
    await write(ann, 'a aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa! c')
    expect(ids(await page(nobody, `q=${encodeURIComponent('(a+)+$')}`))).toEqual([regex.id])
    expect(ids(await page(nobody, `q=${encodeURIComponent('c++')}`))).toEqual([regex.id])
    for (const q of ['.*', 'bew.re', '^Beware', 'b|c|d'])
      expect(await page(nobody, `q=${encodeURIComponent(q)}`), q).toEqual([])
  })

  it('finds emoji and scripts without spaces', async () => {
    const picture = await write(ann, 'Look: 💩')
    const script = await write(ann, '王立水洗便所')
    expect(ids(await page(nobody, 'q=%F0%9F%92%A9'))).toEqual([picture.id])
    expect(ids(await page(nobody, `q=${encodeURIComponent('水洗')}`))).toEqual([script.id])
  })

  it('for words that are common but never occur together ends in time, with the matches among the newest posts', async () => {
    const { searchRows } = await import('#server/features/posts/search/post-search.ts')
    const texts = ['drip drop', 'drip pipe', 'drop pipe']
    const all = await insertPosts(
      Array.from({ length: 9000 }, (_, place) => ({
        authorId: ann.id,
        at: DAY - place,
        text: place === 40 ? 'drip drop pipe' : texts[place % 3]!,
      })),
    )
    const terms = { words: ['drip', 'drop', 'pipe'], literals: [] }
    expect((await searchRows(terms, { limit: 20 })).map(({ id }) => id)).toEqual([all[40]])
    expect(await searchRows(terms, { limit: 20, before: DAY - 40 })).toEqual([])
    expect(
      (await searchRows({ ...terms, literals: ['drip drop'] }, { limit: 20 })).map(({ id }) => id),
    ).toEqual([all[40]])
  })

  it('has pages, also with special characters, and leaves out hidden people', async () => {
    const loud = await person(server, 'loud')
    await ann.post(`/users/${loud.id}/mute`)
    const texts = Array.from({ length: 130 }, (_, place) => ({
      authorId: place % 3 ? bob.id : loud.id,
      at: DAY - Math.floor(place / 4),
      text: place % 5 ? 'drip drop' : 'drip+drop',
    }))
    const all = await insertPosts(texts)
    const wanted = (fits: (place: number) => boolean) => all.filter((_, place) => fits(place)).toSorted()
    expect((await everyPage(nobody, 'q=drip%20drop')).flatMap(ids).toSorted()).toEqual(all.toSorted())
    expect((await everyPage(nobody, 'q=drip%2Bdrop')).flatMap(ids).toSorted()).toEqual(
      wanted((place) => place % 5 === 0),
    )
    expect((await everyPage(ann, 'q=drip%2Bdrop')).flatMap(ids).toSorted()).toEqual(
      wanted((place) => place % 5 === 0 && place % 3 !== 0),
    )
  })
})

describe("A person's posts", () => {
  it('are only theirs, newest first, by handle in any letter case', async () => {
    await insertPosts(strangers(30).map((authorId, place) => ({ authorId, at: DAY - place })))
    const all = await planted(bob.id, 42, (place) => DAY - Math.floor(place / 4))
    expect((await everyPage(nobody, '', '/users/bob/posts')).flatMap(ids).toSorted()).toEqual(all.toSorted())
    expect(await page(ann, '', '/users/BOB/posts')).toHaveLength(20)
    expect(await page(nobody, '', '/users/ann/posts')).toEqual([])
    const refused = await nobody.get('/users/nobody_here/posts')
    expect([refused.status, refused.text]).toEqual([404, 'User not found'])
  })
})
