import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuditEntryView, HouseView } from '#contract/admin.ts'
import type { HeldWritingView, HeldReceipt, WaitingView } from '#contract/moderation.ts'
import type { MessageView } from '#contract/messages.ts'
import type { NotificationView } from '#contract/notifications.ts'
import type { CommentView } from '#contract/comments.ts'
import type { PostView } from '#contract/posts.ts'
import { person, type Person, type Reply } from '#tests/support/http-client.ts'
import { plain, upload } from '#tests/support/media.ts'
import { monthOldPerson } from '#tests/support/month-old-person.ts'
import { expectIndexed, readsOf } from '#tests/support/explain.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let king: Person
let bob: Person
beforeAll(async () => {
  server = await startTestServer()
  ;[king, bob] = [await person(server, 'spam_king'), await person(server, 'spam_bob')]
  await (await import('#server/features/people/users/admin-people.service.ts')).setAdmin(king.id, true)
})
afterAll(() => server.close())

const LINKS = 'https://one.example https://two.example https://three.example'
/** Links of its own: the same links from several new accounts would count as spam. */
const linksOf = (name: string) => times(3, (index) => `https://${name}-${index}.example`).join(' ')
const HELD = 'A moderator has to read this first. It will appear when they let it through.'
const REFUSED = [403, 'This looks like spam, so we did not post it.']
const turn = (action: 'enable' | 'disable') => king.post(`/admin/anti-asshole/${action}`)
const held = async () => (await king.get<HeldWritingView[]>('/admin/held')).body
const heldOf = async (who: Person) => (await held()).filter(({ author }) => author?.id === who.id)
const post = (who: Person, text: string, more: object = {}) =>
  who.post<PostView & HeldReceipt>('/posts', { text, ...more })
const waiting = async (who: Person) => (await who.get<WaitingView[]>('/users/me/waiting')).body
const send = (who: Person, to: Person, content: string, clientId: string = crypto.randomUUID()) =>
  who.post<MessageView>('/messages', { receiverId: to.id, content, clientId })
const statuses = (answers: readonly Reply<unknown>[]) => answers.map(({ status }) => status)
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))
const guardNews = async (who: Person) =>
  (await who.get<NotificationView[]>('/notifications')).body
    .filter(({ type }) => type === 'GUARD')
    .map(({ message, data }) => ({ message, data }))
const fresh = (name: string) => person(server, `spam_${name}`)

const grownUp = (name: string) => monthOldPerson(server, `spam_${name}`)

describe('The spam protection', () => {
  test('lets everything pass while it is off', async () => {
    expect((await post(bob, LINKS)).status).toBe(201)
    expect(await held()).toEqual([])
  })

  test('is switched only by admins, with an entry in the audit log and on the dashboard', async () => {
    for (const action of ['enable', 'disable'])
      expect((await bob.post(`/admin/anti-asshole/${action}`)).status).toBe(403)
    expect((await turn('enable')).body).toMatchObject({ enabled: true })
    expect((await king.get<HouseView>('/admin/house')).body.protection.enabled).toBe(true)
    expect((await king.get('/admin/stats')).body).toMatchObject({ protection: true })
    const [entry] = (await king.get<AuditEntryView[]>('/admin/audit')).body
    expect(entry).toMatchObject({
      action: 'house.protection',
      before: { enabled: false },
      after: { enabled: true },
    })
  })

  test('queues a post that looks like spam: only its author sees it, and an admin publishes it unchanged', async () => {
    await turn('enable')
    const clientId = crypto.randomUUID()
    const { status, body } = await post(bob, LINKS, { clientId, contentWarn: 'Links' })
    expect([status, body.message]).toEqual([202, HELD])
    expect(body.held).toMatchObject({ kind: 'post', text: LINKS, postId: null })
    const again = await post(bob, LINKS, { clientId, contentWarn: 'Links' })
    expect([again.status, again.body.held.id], 'a retry is held already').toEqual([202, body.held.id])
    expect(await waiting(bob)).toEqual([body.held])
    expect(await waiting(king), 'nobody else sees it').toEqual([])
    const [row, ...others] = await held()
    expect(others).toEqual([])
    expect(row).toMatchObject({
      kind: 'post',
      text: LINKS,
      author: { handle: bob.handle },
      verdict: 'held',
      score: 85,
    })
    expect((await king.post(`/admin/held/${row!.id}/release`)).status).toBe(204)
    expect(await held()).toEqual([])
    const [newest] = (await king.get<PostView[]>(`/users/${bob.handle}/posts`)).body
    expect(newest).toMatchObject({ text: LINKS, contentWarn: 'Links', authorId: bob.id })
    expect(
      (await post(bob, LINKS, { clientId, contentWarn: 'Links' })).body.id,
      'what the author sends again is that post',
    ).toBe(newest!.id)
    expect((await king.post(`/admin/held/${row!.id}/release`)).status).toBe(404)
    expect(await waiting(bob)).toEqual([])
    expect(
      (await post(await fresh('fan'), LINKS)).status,
      'what an admin let through is no advert of a crew: held again for its own signs',
    ).toBe(202)
    expect(await guardNews(bob)).toEqual([
      {
        message: 'The guards let your post through.',
        data: { kind: 'post', outcome: 'released', postId: newest!.id },
      },
    ])
  })

  test('queues a comment, which an admin rejects, and its author is notified', async () => {
    const subject = (await post(king, 'Say what you like')).body
    const cat = await fresh('cat')
    const answer = await cat.post<HeldReceipt>(`/posts/${subject.id}/comments`, { text: linksOf('cat') })
    expect([answer.status, answer.body.held]).toEqual([
      202,
      expect.objectContaining({ kind: 'comment', postId: subject.id, text: linksOf('cat') }),
    ])
    const [row] = await heldOf(cat)
    expect((await king.delete(`/admin/held/${row!.id}`)).status).toBe(204)
    expect((await king.get<CommentView[]>(`/posts/${subject.id}/comments`)).body).toEqual([])
    expect(await waiting(cat)).toEqual([])
    expect(await guardNews(cat)).toEqual([
      {
        message: 'The guards threw your comment away.',
        data: { kind: 'comment', outcome: 'rejected', postId: null },
      },
    ])
  })

  test('[L24] lets only the author withdraw a queued text', async () => {
    const gil = await fresh('gil')
    const { id } = (await post(gil, linksOf('gil'))).body.held
    expect((await bob.delete(`/users/me/waiting/${id}`)).status).toBe(404)
    expect((await gil.delete(`/users/me/waiting/${id}`)).status).toBe(204)
    expect((await gil.delete(`/users/me/waiting/${id}`)).status).toBe(404)
    expect([await waiting(gil), await heldOf(gil), await guardNews(gil)]).toEqual([[], [], []])
    expect((await king.post(`/admin/held/${id}/release`)).status).toBe(404)
  })

  test('[L5] never publishes a withdrawn or rejected text when the same clientId comes again', async () => {
    const OVER = [404, 'This was withdrawn or refused. To post it, write it again.']
    const subject = (await post(king, 'Comment here')).body
    for (const [name, end] of [
      ['una', (who: Person, id: string) => who.delete(`/users/me/waiting/${id}`)],
      ['val', (_: Person, id: string) => king.delete(`/admin/held/${id}`)],
    ] as const) {
      const who = await fresh(name)
      const [onPost, onComment] = [crypto.randomUUID(), crypto.randomUUID()]
      const send = () =>
        Promise.all([
          post(who, linksOf(name), { clientId: onPost }),
          who.post<HeldReceipt>(`/posts/${subject.id}/comments`, {
            text: linksOf(`${name}-c`),
            clientId: onComment,
          }),
        ])
      for (const { status, body } of await send()) {
        expect(status).toBe(202)
        expect((await end(who, body.held.id)).status).toBe(204)
      }
      for (const { status, text } of await send()) expect([status, text]).toEqual(OVER)
      await turn('disable')
      for (const { status, text } of await send()) expect([status, text]).toEqual(OVER)
      await turn('enable')
      expect([
        await waiting(who),
        await heldOf(who),
        (await king.get(`/users/${who.handle}/posts`)).body,
      ]).toEqual([[], [], []])
      expect(
        (await post(who, linksOf(`${name}-anew`), { clientId: crypto.randomUUID() })).status,
        'written anew',
      ).toBe(202)
    }
  })

  describe('keeps the upload of a queued post', () => {
    let jpeg: Buffer
    beforeAll(async () => {
      jpeg = await plain(60, 40).jpeg().toBuffer()
    })
    /** The sweep of unused uploads, as it runs a month later. */
    const sweep = async () =>
      (await import('#server/features/media/media-removal.ts')).sweepMedia(Date.now() + 30 * 24 * 3600_000)
    const statusOf = async (who: Person, url: string) => (await who.get(url.slice('/api'.length))).status
    async function heldWithPicture(name: string) {
      const who = await fresh(name)
      const { mediaUrl } = (await upload(server, who, jpeg)).body
      const { status, body } = await post(who, linksOf(name), {
        mediaUrl,
        mediaType: 'image',
        clientId: crypto.randomUUID(),
      })
      expect(status).toBe(202)
      await sweep()
      return { who, mediaUrl, id: body.held.id }
    }

    test('for its author and admins only, until the post is published with it', async () => {
      const { who, mediaUrl, id } = await heldWithPicture('wes')
      expect([
        await statusOf(who, mediaUrl),
        await statusOf(king, mediaUrl),
        await statusOf(bob, mediaUrl),
      ]).toEqual([200, 200, 404])
      expect((await king.post(`/admin/held/${id}/release`)).status).toBe(204)
      await sweep()
      const [published] = (await king.get<PostView[]>(`/users/${who.handle}/posts`)).body
      expect([published!.mediaUrl, await statusOf(bob, mediaUrl)]).toEqual([mediaUrl, 200])
      expect((await who.delete(`/posts/${published!.id}`)).status).toBe(204)
      await expect.poll(() => statusOf(who, mediaUrl)).toBe(404)
    })

    test.each([
      ['withdrawn', (who: Person, id: string) => who.delete(`/users/me/waiting/${id}`)],
      ['thrown away', (_: Person, id: string) => king.delete(`/admin/held/${id}`)],
    ] as const)('until it is %s', async (_name, end) => {
      const { who, mediaUrl, id } = await heldWithPicture(`until_${_name.slice(0, 4)}`)
      expect(await statusOf(who, mediaUrl)).toBe(200)
      expect((await end(who, id)).status).toBe(204)
      await expect.poll(() => statusOf(who, mediaUrl)).toBe(404)
    })

    test('until it has waited for a month', async () => {
      const { who, mediaUrl } = await heldWithPicture('xen')
      const { sweepQueued } = await import('#server/features/moderation/spam/review-queue.service.ts')
      await sweepQueued(Date.now() + 29 * 24 * 3600_000)
      expect(await waiting(who)).toHaveLength(1)
      await sweepQueued(Date.now() + 31 * 24 * 3600_000)
      expect(await waiting(who)).toEqual([])
      await expect.poll(() => statusOf(who, mediaUrl)).toBe(404)
    })

    test('also when an older entry is being released, which stays', async () => {
      const older = await heldWithPicture('old')
      const newer = await heldWithPicture('new')
      const { QueuedModel } = await import('#server/features/moderation/spam/review-queue.model.ts')
      const { sweepQueued } = await import('#server/features/moderation/spam/review-queue.service.ts')
      await QueuedModel.updateOne({ _id: older.id }, { $set: { releasingAt: new Date() } })
      await sweepQueued(Date.now() + 31 * 24 * 3600_000)
      expect([await waiting(older.who), await waiting(newer.who)]).toMatchObject([[{ id: older.id }], []])
      await QueuedModel.updateOne({ _id: older.id }, { $unset: { releasingAt: 1 } })
    })

    test('when it was sent inside the post itself', async () => {
      const who = await fresh('yul')
      const { body } = await post(who, linksOf('yul'), {
        mediaUrl: `data:image/jpeg;base64,${jpeg.toString('base64')}`,
        mediaType: 'image',
      })
      await sweep()
      expect((await king.post(`/admin/held/${body.held.id}/release`)).status).toBe(204)
      const [published] = (await king.get<PostView[]>(`/users/${who.handle}/posts`)).body
      expect(await statusOf(bob, published!.mediaUrl!)).toBe(200)
    })
  })

  test('queues no comment that could never be published', async () => {
    const hal = await fresh('hal')
    expect((await hal.post(`/posts/${'f'.repeat(24)}/comments`, { text: LINKS })).status).toBe(404)
    expect(await waiting(hal)).toEqual([])
  })

  test('refuses a message and stores none of its text', async () => {
    const dan = await person(server, 'spam_dan')
    const { status, text } = await dan.post('/messages', { receiverId: bob.id, content: LINKS })
    expect([status, text]).toEqual(REFUSED)
    expect((await held())[0]).toMatchObject({ kind: 'message', text: null, verdict: 'refused' })
    const { QueuedModel } = await import('#server/features/moderation/spam/review-queue.model.ts')
    expect(JSON.stringify(await QueuedModel.findOne({ kind: 'message' }).lean())).not.toContain('one.example')
  })

  test('recognises a repeated text, whatever its letter case and punctuation', async () => {
    const eve = await person(server, 'spam_eve')
    const verdicts: string[] = []
    for (const text of [
      'Buy my plungers today',
      'buy MY plungers, today!',
      '...Buy my plungers today',
      'Buy my plungers today',
      'Buy my plungers today',
      'Buy my plungers today',
      'Buy my plungers today',
    ]) {
      const answer = await post(eve, text)
      verdicts.push({ 201: 'posted', 202: 'held' }[answer.status] ?? answer.text)
    }
    expect(verdicts).toEqual(['posted', 'posted', 'held', 'held', 'held', 'held', REFUSED[1]])
  })

  test('lists its queue with one indexed read', async () => {
    const { listQueued } = await import('#server/features/moderation/spam/review-queue.service.ts')
    const reads = (await readsOf(() => listQueued('f'.repeat(24)))).filter(
      ({ collection }) => collection === 'held_writings',
    )
    expect(reads).toHaveLength(1)
    expectIndexed(reads)
  })

  test('does not check admins, and shows its queue to nobody else', async () => {
    expect((await post(king, LINKS)).status).toBe(201)
    expect((await bob.get('/admin/held')).status).toBe(403)
    await turn('disable')
    expect((await post(await person(server, 'spam_fay'), LINKS)).status).toBe(201)
  })
})

describe('The spam protection does not react', () => {
  beforeAll(() => turn('enable'))
  afterAll(() => turn('disable'))

  test('to one message that is sent six times at once', async () => {
    const ann = await fresh('ann')
    const clientId = crypto.randomUUID()
    const answers = await Promise.all(
      times(6, () => send(ann, bob, 'Shall we meet at the fountain tonight?', clientId)),
    )
    expect(statuses(answers).sort()).toEqual([200, 200, 200, 200, 200, 201])
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(await heldOf(ann)).toEqual([])
  })

  test('to one post that is sent six times at once', async () => {
    const ivy = await fresh('ivy')
    const clientId = crypto.randomUUID()
    const answers = await Promise.all(
      times(6, () => post(ivy, 'The fountain runs again, come and see it.', { clientId })),
    )
    expect(statuses(answers).sort()).toEqual([200, 200, 200, 200, 200, 201])
    expect(await heldOf(ivy)).toEqual([])
    expect(
      (await post(ivy, 'The fountain runs again, come and see it.')).status,
      'said for the second time',
    ).toBe(201)
  })

  test('to a post after many messages', async () => {
    const [jo, friend] = [await fresh('jo'), await fresh('friend')]
    await send(friend, jo, 'Talk to me')
    const chat = await Promise.all(times(12, (index) => send(jo, friend, `This is thought number ${index}`)))
    expect(new Set(statuses(chat))).toEqual(new Set([201]))
    const talk = await Promise.all(
      times(5, (index) => jo.post(`/posts/${'0'.repeat(24)}/comments`, { text: `Comment number ${index}` })),
    )
    expect(new Set(statuses(talk))).toEqual(new Set([404]))
    expect((await post(jo, 'My first post in this house')).status).toBe(201)
  })

  test('to writes that failed or were refused', async () => {
    const [kim, gone] = [await fresh('kim'), '0'.repeat(24)]
    const words = 'The same words again and again, because it does not work'
    for (let attempt = 0; attempt < 7; attempt++)
      expect((await kim.post(`/posts/${gone}/comments`, { text: words })).status).toBe(404)
    expect(
      (await kim.post('/posts', { text: words, mediaUrl: '/api/media/direct/nobody.png' })).status,
    ).toBeGreaterThanOrEqual(400)
    const subject = (await post(king, 'Say it here')).body
    expect((await kim.post(`/posts/${subject.id}/comments`, { text: words })).status).toBe(201)
    expect((await post(kim, words)).status).toBe(201)
    const refusals = await Promise.all(times(4, () => send(kim, bob, LINKS)))
    expect(refusals.map(({ status, text }) => [status, text])).toEqual(times(4, () => REFUSED))
    expect((await send(kim, bob, 'Sorry, this is what I meant to say')).status).toBe(201)
  })

  test('to a refused message that is retried: admins see it once', async () => {
    const lou = await fresh('lou')
    const clientId = crypto.randomUUID()
    expect(statuses(await Promise.all(times(4, () => send(lou, bob, LINKS, clientId))))).toEqual([
      403, 403, 403, 403,
    ])
    expect(await heldOf(lou)).toHaveLength(1)
  })

  test('to the same text with links to friends', async () => {
    const mia = await fresh('mia')
    const friends = await Promise.all(times(7, (index) => fresh(`friend_${index}`)))
    for (const friend of friends.slice(0, 4)) await send(friend, mia, `Hello from ${friend.handle}`)
    for (const friend of friends.slice(4)) await friend.post(`/users/${mia.id}/follow`)
    const answers = []
    for (const friend of friends) answers.push(await send(mia, friend, `Party at mine on Saturday! ${LINKS}`))
    for (let time = 0; time < 8; time++) answers.push(await send(mia, friends[0]!, 'Are you coming or not?'))
    expect(new Set(statuses(answers))).toEqual(new Set([201]))
  })

  test('to quick messages of a new account, which is asked to slow down, with the time to wait', async () => {
    const [ned, friend] = [await fresh('ned'), await fresh('neds_friend')]
    await friend.post(`/users/${ned.id}/follow`)
    for (let index = 0; index < 24; index++)
      expect((await send(ned, friend, `Line ${index}`)).status).toBe(201)
    const clientId = crypto.randomUUID()
    const { status, text, headers } = await send(ned, friend, 'Line 24', clientId)
    const seconds = Number(headers.get('retry-after'))
    expect([status, text]).toEqual([429, `Too many requests. Please try again in ${seconds} seconds.`])
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(60)
    expect(await heldOf(ned)).toEqual([])
    const old = await grownUp('old')
    await friend.post(`/users/${old.id}/follow`)
    expect(
      new Set(statuses(await Promise.all(times(30, (index) => send(old, friend, `Old line ${index}`))))),
    ).toEqual(new Set([201]))
  })

  test('to common phrases', async () => {
    const people = await Promise.all(times(5, (index) => fresh(`greeter_${index}`)))
    const answers = await Promise.all(
      people.flatMap((who) => ['lol', 'Good morning everybody!'].map((text) => post(who, text))),
    )
    expect(new Set(statuses(answers))).toEqual(new Set([201]))
  })
})

describe('The spam protection reacts', () => {
  beforeAll(() => turn('enable'))
  afterAll(() => turn('disable'))

  test('when one person sends the same text to many strangers', async () => {
    const ola = await fresh('ola')
    const strangers = await Promise.all(times(4, (index) => fresh(`stranger_${index}`)))
    const answers = []
    for (const stranger of strangers)
      answers.push((await send(ola, stranger, 'I have a great offer for you')).status)
    expect(answers).toEqual([201, 201, 403, 403])
  })

  test('when new accounts post the same advert at the same moment with small differences', async () => {
    const crew = await Promise.all(times(4, (index) => fresh(`crew_${index}`)))
    const advert = (index: number) =>
      `Golden brushes 🚽 for ${index} crowns, only today: https://brushes.example/${index}?ref=${index}`
    const answers = await Promise.all(crew.map((who, index) => post(who, advert(index))))
    expect(statuses(answers).sort()).toEqual([201, 202, 202, 202])
    const receiver = await fresh('receiver')
    expect(
      (await send(await fresh('crew_5'), receiver, advert(5))).status,
      'in a message to a stranger as well',
    ).toBe(403)
    expect(
      (await post(await grownUp('trusted'), advert(6))).status,
      'who is here for a month is not compared',
    ).toBe(201)
  })

  test('and queues at most twenty texts of one person', async () => {
    const pat = await fresh('pat')
    const { QueuedModel } = await import('#server/features/moderation/spam/review-queue.model.ts')
    const { default: mongoose } = await import('mongoose')
    expect((await post(pat, linksOf('pat-first'))).status).toBe(202)
    const { _id, ...first } = (await QueuedModel.findOne({ authorId: pat.id }).lean())!
    await QueuedModel.insertMany(times(18, () => ({ ...first, _id: new mongoose.Types.ObjectId() })))
    expect([
      (await post(pat, linksOf('pat-20th'))).status,
      (await post(pat, linksOf('pat-21st'))).status,
    ]).toEqual([202, 403])
    expect(await waiting(pat)).toHaveLength(20)
  })
})
