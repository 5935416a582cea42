import { isDeepStrictEqual } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { WatchInput } from '#contract/events.ts'
import type { ConversationView, ConversationWith } from '#contract/messages.ts'
import type { PostView } from '#contract/posts.ts'
import { befriend } from '#tests/support/insert-rows.ts'
import { people, person, type Person } from '#tests/support/http-client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import type { LiveClient } from '#tests/support/socket-client.ts'
import { until } from '#tests/support/until.ts'
import {
  block,
  comment,
  follow,
  hears,
  message,
  mute,
  post,
  react,
  textsOf,
  unblock,
  unfollow,
  unmute,
  watching,
} from './support/scenes.ts'

let server: TestServer
let round = 0
let ann: Person
let bob: Person
let cat: Person
const pages: LiveClient[] = []

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())
beforeEach(async () => {
  round += 1
  ;[ann, bob, cat] = await people(server, ['ann', 'bob', 'cat'], `_${round}`)
})
afterEach(() => pages.splice(0).forEach((page) => page.close()))

async function page(who: Person | null, ...wishes: WatchInput[]): Promise<LiveClient> {
  const live = await watching(server, who, ...wishes)
  pages.push(live)
  return live
}

describe('[L19] A mute or block', () => {
  const relationsPushed = (live: LiveClient) =>
    live.all('relation:updated').map(({ personId, muted, blocked }) => [personId, muted, blocked])
  const hasPushes = (live: LiveClient, times: number) =>
    until(`the page is told ${times} times`, async () => relationsPushed(live).length === times)
  /** Resolves when the page has received everything pushed before. */
  const fence = async (live: LiveClient, who: Person) => {
    const { id } = await message(cat, who, 'fence')
    await live.next('message:created', (event) => event.message.id === id)
  }

  it('is pushed to all pages of the person who mutes, and to nobody else', async () => {
    const [one, other, bobsPage, catsPage] = await Promise.all([page(ann), page(ann), page(bob), page(cat)])
    await mute(ann, bob)
    await unmute(ann, bob)
    await Promise.all([hasPushes(one, 2), hasPushes(other, 2), fence(bobsPage, bob)])
    for (const live of [one, other])
      expect(relationsPushed(live)).toEqual([
        [bob.id, true, false],
        [bob.id, false, false],
      ])
    expect([...relationsPushed(bobsPage), ...relationsPushed(catsPage)]).toEqual([])
  })

  it('is pushed to both sides if it is a block, until the last of two blocks ends', async () => {
    const [annsPage, bobsPage] = await Promise.all([page(ann), page(bob)])
    await block(ann, bob)
    await block(bob, ann)
    await unblock(ann, bob)
    await Promise.all([hasPushes(annsPage, 3), hasPushes(bobsPage, 3)])
    expect(relationsPushed(annsPage).at(-1)).toEqual([bob.id, false, true])
    expect(relationsPushed(bobsPage).at(-1)).toEqual([ann.id, false, true])
    await unblock(bob, ann)
    await Promise.all([hasPushes(annsPage, 4), hasPushes(bobsPage, 4)])
    expect(relationsPushed(annsPage).at(-1)).toEqual([bob.id, false, false])
    expect(relationsPushed(bobsPage).at(-1)).toEqual([ann.id, false, false])
  })

  it('ends without an extra push when the other account is deleted', async () => {
    const annsPage = await page(ann)
    await mute(ann, bob)
    await hasPushes(annsPage, 1)
    await bob.delete('/user/delete-account')
    await until('the mute has gone with the account', async () =>
      (await import('#server/features/people/relations/relations.model.ts')).RelationModel.exists({
        otherId: bob.id,
      }).then((held) => held === null),
    )
    await fence(annsPage, ann)
    expect(relationsPushed(annsPage)).toEqual([[bob.id, true, false]])
  })
})

describe('[L25] A blocked person', () => {
  const rename = (who: Person, displayName: string) => who.patch('/users/me', { displayName })
  const read = async (who: Person, whom: Person) => {
    const [list, single] = await Promise.all([
      who.get<ConversationView[]>('/messages/conversations'),
      who.get<ConversationWith>(`/messages/with/${whom.id}`),
    ])
    return { list: list.body, ...single.body }
  }
  /** As both calls answer it. A job may change the conversation between the two. */
  async function conversationOf(who: Person, whom: Person) {
    let answer = await read(who, whom)
    const agree = ({ list, conversation }: typeof answer) =>
      list.some((one) => isDeepStrictEqual(one, conversation))
    await until('both calls agree', async () => {
      if (!agree(answer)) answer = await read(who, whom)
      return agree(answer)
    })
    return { name: answer.person.displayName, view: answer.conversation! }
  }
  const nameIn = ({ participants }: ConversationView, { id }: Person) =>
    participants.find((one) => one.id === id)!.displayName

  it("sees the other person's name as it was at the block, in answers and pushes, until the block ends", async () => {
    // A new name is pushed to the newest conversation first.
    await message(ann, cat, 'tells when a rename has been told to all')
    await befriend(ann, bob)
    const first = await message(bob, ann, 'before')
    await rename(ann, 'Ann of Then')
    await until(
      'the name has arrived',
      async () => nameIn((await conversationOf(bob, ann)).view, ann) === 'Ann of Then',
    )
    const [annsPage, bobsPage] = await Promise.all([page(ann), page(bob)])
    const pushedToBob = () =>
      bobsPage
        .all('conversation:updated')
        .filter(({ conversation }) => conversation.id === first.conversationId).length
    await block(ann, bob)
    await bobsPage.next('conversation:updated', ({ conversation }) => !conversation.can.send)
    const [atBlock, known] = [await conversationOf(bob, ann), pushedToBob()]

    await rename(ann, 'Ann of Now')
    await annsPage.next(
      'conversation:updated',
      ({ conversation }) =>
        conversation.participants.some(({ id }) => id === cat.id) &&
        nameIn(conversation, ann) === 'Ann of Now',
    )
    expect(await conversationOf(bob, ann)).toEqual(atBlock)
    expect(atBlock.name).toBe('Ann of Then')

    await ann.post(`/messages/${first.conversationId}/read`, { seq: first.seq })
    await annsPage.next(
      'conversation:updated',
      ({ conversation }) => conversation.unreadCount === 0 && conversation.id === first.conversationId,
    )
    expect((await conversationOf(bob, ann)).view).toMatchObject({
      participants: atBlock.view.participants,
      readSeq: { [ann.id]: 0 },
    })
    await message(cat, bob, 'fence')
    await bobsPage.next('message:created', (event) => event.message.content === 'fence')
    expect(pushedToBob()).toBe(known)
    expect((await bob.get('/user/export-data')).text).not.toContain('Ann of Now')

    await bob.delete(`/messages/${first.conversationId}/${first.id}`)
    const { conversation } = await bobsPage.next(
      'conversation:updated',
      (event) => event.conversation.lastMessage?.content === '',
    )
    expect([nameIn(conversation, ann), conversation.readSeq[ann.id]]).toEqual(['Ann of Then', 0])

    await unblock(ann, bob)
    const { conversation: after } = await bobsPage.next(
      'conversation:updated',
      (event) =>
        event.conversation.id === first.conversationId && nameIn(event.conversation, ann) === 'Ann of Now',
    )
    expect([nameIn(after, ann), after.readSeq[ann.id]]).toEqual(['Ann of Now', 1])
    expect(await conversationOf(bob, ann)).toEqual({ name: 'Ann of Now', view: after })
  })

  it('sees the old name while blocked, also after blocking back; a blocker who is not blocked sees the current name', async () => {
    await befriend(ann, bob)
    await message(bob, ann, 'before')
    await block(ann, bob)
    await block(bob, ann)
    for (const who of [ann, bob]) await rename(who, 'Renamed')
    await unblock(bob, ann)
    const seenBy = async (who: Person, whom: Person) => (await conversationOf(who, whom)).name
    await until('Ann reads the new name', async () => (await seenBy(ann, bob)) === 'Renamed')
    expect(await seenBy(bob, ann)).toBe(ann.user.displayName)
    await unblock(ann, bob)
    expect(await seenBy(bob, ann)).toBe('Renamed')
  })
})

describe('[L10] New posts', () => {
  it('reach everybody who watches the feed, visitors too, and nobody else', async () => {
    const [visitor, reader, elsewhere] = await Promise.all([
      page(null, { topic: 'feed' }),
      page(bob, { topic: 'feed' }),
      page(cat),
    ])
    await post(ann, 'first')
    await Promise.all([hears(visitor, 'first'), hears(reader, 'first')])
    await elsewhere.send('watch', { topic: 'feed' })
    await post(ann, 'second')
    await hears(elsewhere, 'second')
    expect(textsOf(elsewhere)).toEqual(['second'])
  })

  it('of blocked people reach neither side, from the moment of the block until its end', async () => {
    const [annsPage, bobsPage] = await Promise.all([
      page(ann, { topic: 'feed' }),
      page(bob, { topic: 'feed' }),
    ])
    await block(ann, bob)
    await post(bob, 'by bob')
    await post(ann, 'by ann')
    await post(cat, 'by cat')
    await Promise.all([hears(annsPage, 'by cat'), hears(bobsPage, 'by cat')])
    expect(textsOf(annsPage)).toEqual(['by ann', 'by cat'])
    expect(textsOf(bobsPage)).toEqual(['by bob', 'by cat'])
    await unblock(ann, bob)
    await post(bob, 'by bob again')
    await hears(annsPage, 'by bob again')
  })

  it('stay hidden when one of two blocks ends', async () => {
    const annsPage = await page(ann, { topic: 'feed' })
    await block(ann, bob)
    await block(bob, ann)
    await unblock(ann, bob)
    await post(bob, 'still blocked')
    await post(cat, 'for all')
    await hears(annsPage, 'for all')
    expect(textsOf(annsPage)).toEqual(['for all'])
  })

  it('of muted people do not reach the person who muted them, in tabs opened before and after', async () => {
    const before = await page(ann, { topic: 'feed' })
    await mute(ann, bob)
    const after = await page(ann, { topic: 'feed' })
    const bobsPage = await page(bob, { topic: 'feed' })
    await post(bob, 'muted')
    await post(ann, 'heard')
    await Promise.all([before, after, bobsPage].map((live) => hears(live, 'heard')))
    expect([textsOf(before), textsOf(after), textsOf(bobsPage)]).toEqual([
      ['heard'],
      ['heard'],
      ['muted', 'heard'],
    ])
    await unmute(ann, bob)
    await post(bob, 'heard again')
    await Promise.all([hears(before, 'heard again'), hears(after, 'heard again')])
  })

  it('that come together reach each viewer without posts of hidden people', async () => {
    await mute(ann, bob)
    const [annsPage, catsPage] = await Promise.all([
      page(ann, { topic: 'feed' }),
      page(cat, { topic: 'feed' }),
    ])
    await Promise.all([1, 2, 3, 4].flatMap((n) => [post(bob, `bob ${n}`), post(cat, `cat ${n}`)]))
    await post(ann, 'last')
    await Promise.all([hears(annsPage, 'last'), hears(catsPage, 'last')])
    expect(textsOf(annsPage).sort()).toEqual(['cat 1', 'cat 2', 'cat 3', 'cat 4', 'last'])
    expect(textsOf(catsPage)).toHaveLength(9)
    expect(annsPage.all('post:created').every(({ more }) => more === 0)).toBe(true)
  })

  it("reach a viewer of 'following' only from people they follow, with each follow and unfollow", async () => {
    await follow(ann, bob)
    const live = await page(ann, { topic: 'following' })
    await post(cat, 'not followed')
    await post(bob, 'followed')
    await hears(live, 'followed')
    await follow(ann, cat)
    await post(cat, 'now followed')
    await hears(live, 'now followed')
    await unfollow(ann, bob)
    await post(bob, 'no longer')
    await post(cat, 'end')
    await hears(live, 'end')
    expect(textsOf(live)).toEqual(['followed', 'now followed', 'end'])
    expect(live.all('post:created').every(({ topic }) => topic === 'following')).toBe(true)
  })

  it("of a followed person who is then muted or blocked do not reach 'following'", async () => {
    await Promise.all([follow(ann, bob), follow(ann, cat)])
    const live = await page(ann, { topic: 'following' })
    await mute(ann, bob)
    await post(bob, 'muted')
    await post(cat, 'fence')
    await hears(live, 'fence')
    await unmute(ann, bob)
    await block(bob, ann)
    await post(bob, 'blocked')
    await post(cat, 'second fence')
    await hears(live, 'second fence')
    expect(textsOf(live)).toEqual(['fence', 'second fence'])
  })

  it('stop with unwatch', async () => {
    await follow(ann, bob)
    const [live, other] = await Promise.all([
      page(ann, { topic: 'feed' }, { topic: 'following' }),
      page(ann, { topic: 'feed' }, { topic: 'following' }),
    ])
    await live.send('unwatch', { topic: 'feed' })
    await live.send('unwatch', { topic: 'following' })
    await post(bob, 'unheard')
    await Promise.all(
      ['feed', 'following'].map((topic) => other.next('post:created', (event) => event.topic === topic)),
    )
    await live.send('watch', { topic: 'feed' })
    await post(bob, 'fence')
    await hears(live, 'fence')
    expect(textsOf(live)).toEqual(['fence'])
  })
})

describe('A watch that is ended at once', () => {
  it('is over, although the server was still reading the database for it', async () => {
    await follow(ann, bob)
    const { conversationId } = await message(bob, ann, 'hello')
    const live = await page(ann)
    const asked = [live.send('watch', { topic: 'following' }), live.send('unwatch', { topic: 'following' })]
    asked.push(
      live.send('watch', { conversation: conversationId }),
      live.send('unwatch', { conversation: conversationId }),
    )
    expect(await Promise.all(asked)).toEqual(asked.map(() => expect.objectContaining({ ok: true })))
    await live.send('watch', { topic: 'feed' })
    const bobsPage = await page(bob)
    await post(bob, 'fence')
    await hears(live, 'fence')
    await message(bob, ann, 'second fence')
    await live.next('message:created')
    expect(live.all('post:created').map(({ topic }) => topic)).toEqual(['feed'])
    expect(live.all('presence').filter(({ online }) => online)).toEqual([])
    bobsPage.close()
  })
})

describe('[L10] A change of a profile', () => {
  it('reaches a blocker, who may read it, and nobody who is blocked, unless they block too', async () => {
    await block(ann, bob)
    const [annsPage, bobsPage] = await Promise.all([
      page(ann, { profile: bob.id }),
      page(bob, { profile: ann.id }),
    ])
    await bob.patch('/users/me', { bio: 'Blocked' })
    await annsPage.next('profile:updated', ({ profile }) => profile.bio === 'Blocked')
    await ann.patch('/users/me', { bio: 'Unseen' })
    await block(bob, ann)
    await bobsPage.next('relation:updated', ({ personId }) => personId === ann.id)
    await ann.patch('/users/me', { bio: 'Seen' })
    await bobsPage.next('profile:updated', ({ profile }) => profile.bio === 'Seen')
    expect(bobsPage.all('profile:updated').map(({ profile }) => profile.bio)).not.toContain('Unseen')
    await unblock(bob, ann)
    await bobsPage.next('relation:updated', ({ personId }) => personId === ann.id)
    await ann.patch('/users/me', { bio: 'Gone' })
    await message(cat, bob, 'fence')
    await bobsPage.next('message:created')
    expect(bobsPage.all('profile:updated').map(({ profile }) => profile.bio)).not.toContain('Gone')
  })
})

describe('[L10] A change of a post', () => {
  it('reaches viewers with the post on screen, but no person the author has blocked, whatever they watch', async () => {
    const subject = await post(ann, 'subject')
    await block(ann, bob)
    const [bobsPage, catsPage] = await Promise.all([
      page(bob, { posts: [subject.id] }),
      page(cat, { posts: [subject.id] }),
    ])
    await react(cat, subject)
    await comment(cat, subject, 'a word')
    await catsPage.next('post:updated', ({ post: { _count } }) => _count.comments === 1)
    await catsPage.next('comment:created')
    await ann.delete(`/posts/${subject.id}`)
    await catsPage.next('post:deleted', ({ id }) => id === subject.id)
    await message(cat, bob, 'fence')
    await bobsPage.next('message:created')
    expect(bobsPage.heard.map(({ name }) => name).filter((name) => /^(post|comment):/.test(name))).toEqual([])
  })

  it('[L23] leaves out reactions of people whom the viewer has blocked or who have blocked the viewer', async () => {
    const subject = await post(ann, 'subject')
    const dan = await person(server, `dan_${round}`)
    await block(bob, cat)
    await react(cat, subject)
    const watch = { posts: [subject.id] }
    const [annsPage, bobsPage, catsPage, visitor] = await Promise.all([
      page(ann, watch),
      page(bob, watch),
      page(cat, watch),
      page(null, watch),
    ])
    await react(bob, subject)
    await react(dan, subject)
    const reactors = async (live: LiveClient) => {
      const { post: last } = await live.next('post:updated', (event) => event.post._count.reactions === 3)
      return last.reactions.map(({ userId }) => userId).sort()
    }
    const listed = (...people: Person[]) => people.map(({ id }) => id).sort()
    expect(await reactors(annsPage)).toEqual(listed(bob, cat, dan))
    expect(await reactors(visitor)).toEqual(listed(bob, cat, dan))
    expect(await reactors(bobsPage)).toEqual(listed(bob, dan))
    expect(await reactors(catsPage)).toEqual(listed(cat, dan))
    for (const [live, hidden] of [
      [bobsPage, cat],
      [catsPage, bob],
    ] as const)
      expect(JSON.stringify(live.all('post:updated'))).not.toContain(hidden.id)
    for (const [live, who] of [
      [bobsPage, bob],
      [catsPage, cat],
    ] as const) {
      const { viewer: _, ...fetched } = (await who.get<PostView>(`/posts/${subject.id}`)).body
      expect(live.all('post:updated').at(-1)!.post).toEqual(fetched)
    }
  })

  it('is not pushed after the deletion', async () => {
    const subject = await post(ann, 'subject')
    const live = await page(bob, { posts: [subject.id] })
    await Promise.all([react(bob, subject), react(cat, subject), comment(cat, subject, 'late')])
    await ann.delete(`/posts/${subject.id}`)
    const { rev } = await live.next('post:deleted')
    await message(cat, bob, 'fence')
    await live.next('message:created')
    const at = live.heard.findIndex(({ name }) => name === 'post:deleted')
    expect(
      live.heard
        .slice(at + 1)
        .map(({ name }) => name)
        .filter((name) => name.startsWith('post:')),
    ).toEqual([])
    expect(live.all('post:updated').every((event) => event.post.rev < rev)).toBe(true)
  })

  it('comes with the comments of people not hidden from the viewer only', async () => {
    const subject = await post(ann, 'subject')
    await mute(bob, cat)
    const [bobsPage, annsPage] = await Promise.all([
      page(bob, { posts: [subject.id] }),
      page(ann, { posts: [subject.id] }),
    ])
    await comment(cat, subject, 'unheard')
    await comment(ann, subject, 'heard')
    await bobsPage.next('comment:created', (event) => event.comment.text === 'heard')
    await annsPage.next('comment:created', (event) => event.comment.text === 'heard')
    expect(bobsPage.all('comment:created').map((event) => event.comment.text)).toEqual(['heard'])
    expect(annsPage.all('comment:created').map((event) => event.comment.text)).toEqual(['unheard', 'heard'])
  })
})

describe('[L10] Private data', () => {
  it('messages and conversations reach only their two people', async () => {
    const [annsPage, bobsPage, catsPage, visitor] = await Promise.all([
      page(ann),
      page(bob),
      page(cat, { topic: 'feed' }),
      page(null, { topic: 'feed' }),
    ])
    await befriend(ann, bob)
    const sent = await message(ann, bob, 'between us')
    await Promise.all([
      annsPage.next('message:created'),
      bobsPage.next('message:created'),
      bobsPage.next('conversation:updated'),
      annsPage.next('conversation:updated'),
    ])
    await bob.post(`/messages/${sent.conversationId}/read`, { seq: sent.seq })
    await annsPage.next(
      'conversation:updated',
      ({ conversation }) => conversation.readSeq[bob.id] === sent.seq,
    )
    await post(bob, 'fence')
    await Promise.all([hears(catsPage, 'fence'), hears(visitor, 'fence')])
    // A latency probe may go to any page at any time, and posts of the tests before may be announced only now.
    const expected = ['ready', 'post:created', 'echo']
    for (const outsider of [catsPage, visitor])
      expect(outsider.heard.map(({ name }) => name).filter((name) => !expected.includes(name))).toEqual([])
  })

  it('notifications and their count reach only their owner, in every tab', async () => {
    const subject = await post(ann, 'subject')
    const [one, two, other] = await Promise.all([page(ann), page(ann), page(cat)])
    await react(bob, subject)
    for (const tab of [one, two]) {
      expect(await tab.next('notification:created')).toMatchObject({ notification: { type: 'REACTION' } })
      expect(await tab.next('notification:count')).toMatchObject({ count: 1 })
    }
    await message(bob, cat, 'fence')
    await other.next('message:created')
    expect(
      other.all('notification:created').every(({ notification }) => notification.type === 'MESSAGE'),
    ).toBe(true)
  })

  it("a conversation's presence is refused to outsiders and visitors, and so is typing into it", async () => {
    const { conversationId } = await message(ann, bob, 'between us')
    for (const outsider of [await page(cat), await page(null)]) {
      expect(await outsider.send('watch', { conversation: conversationId })).toEqual({
        ok: false,
        error: 'Not found',
      })
      expect(await outsider.send('typing', { conversationId })).toEqual({ ok: false, error: 'Not found' })
    }
  })

  it("'following' needs a session; analytics and the monitor need an admin", async () => {
    const [annsPage, visitor] = await Promise.all([page(ann), page(null)])
    expect(await visitor.send('watch', { topic: 'following' })).toEqual({
      ok: false,
      error: 'Please log in to continue.',
    })
    for (const topic of ['analytics', 'monitor', 'sewer']) {
      expect(await visitor.send('watch', { topic })).toMatchObject({ ok: false })
      expect(await annsPage.send('watch', { topic })).toEqual({
        ok: false,
        error: 'You are not allowed to do that.',
      })
    }
  })

  it('a former admin receives no more analytics', async () => {
    const { setAdmin } = await import('#server/features/people/users/admin-people.service.ts')
    await Promise.all([setAdmin(ann.id, true), setAdmin(bob.id, true)])
    const [annsPage, bobsPage] = await Promise.all([
      page(ann, { topic: 'analytics' }),
      page(bob, { topic: 'analytics' }),
    ])
    await Promise.all([annsPage.next('analytics:updated'), bobsPage.next('analytics:updated')])
    await setAdmin(ann.id, false)
    await annsPage.next('viewer:updated', ({ user }) => !user.isAdmin)
    const known = annsPage.all('analytics:updated').length
    await page(null).then((visitor) => visitor.send('page', { path: '/terms' }))
    await bobsPage.next('analytics:updated', ({ snapshot }) =>
      snapshot.topPages.some(({ page: name }) => name === '/terms'),
    )
    expect(annsPage.all('analytics:updated')).toHaveLength(known)
    expect(await annsPage.send('watch', { topic: 'analytics' })).toMatchObject({ ok: false })
  })

  it('a partly forbidden watch grants nothing', async () => {
    const subject = await post(ann, 'subject')
    const live = await page(bob)
    expect(await live.send('watch', { posts: [subject.id], topic: 'analytics' })).toMatchObject({ ok: false })
    await react(cat, subject)
    await message(cat, bob, 'fence')
    await live.next('message:created')
    expect(live.all('post:updated')).toEqual([])
  })
})
