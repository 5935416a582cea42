import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import type { AdminReportView, HeldReceipt, ReportHistoryView } from '#contract/moderation.ts'
import { PostView } from '#contract/posts.ts'
import { person, visitor, type Caller, type Person } from '#tests/support/http-client.ts'
import { mp4, plain, upload } from '#tests/support/media.ts'
import { recordEvents } from '#tests/support/record-events.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let nobody: Caller
let king: Person
let ann: Person
let bob: Person
let jpeg: Buffer
let undo: typeof import('#server/shared/undo-time.ts')
let round = 0

beforeAll(async () => {
  server = await startTestServer()
  nobody = visitor(server)
  king = await person(server, 'king')
  await (await import('#server/features/people/users/admin-people.service.ts')).setAdmin(king.id, true)
  undo = await import('#server/shared/undo-time.ts')
  jpeg = await plain(60, 40).jpeg().toBuffer()
})
afterAll(() => server.close())
beforeEach(async () => {
  round += 1
  ;[ann, bob] = await Promise.all([person(server, `ann_${round}`), person(server, `bob_${round}`)])
})
afterEach(() => undo.setUndoTime())

const pictures = (count: number, who = ann) =>
  Promise.all(Array.from({ length: count }, async () => (await upload(server, who, jpeg)).body.mediaUrl))
const post = (who: Person, mediaUrls: readonly (string | undefined)[], more: object = {}) =>
  who.post<PostView & HeldReceipt>('/posts', {
    text: 'A gallery',
    mediaUrl: mediaUrls[0],
    altText: 'Number 0',
    morePictures: mediaUrls.slice(1).map((mediaUrl, at) => ({ mediaUrl, altText: `Number ${at + 1}` })),
    ...more,
  })
const urlsOf = ({ mediaUrl, morePictures = [] }: Pick<PostView, 'mediaUrl' | 'morePictures'>) => [
  mediaUrl,
  ...morePictures.map(({ media }) => media.mediaUrl),
]
const statusesOf = (who: Caller, urls: readonly string[]) =>
  Promise.all(urls.map(async (url) => (await who.get(url.slice('/api'.length))).status))

describe('A post with four pictures', () => {
  it('shows them in their order, each with its alt text; the first one in the documented fields', async () => {
    const urls = await pictures(4)
    const events = await recordEvents('post:created')
    const { status, body } = await post(ann, urls, { text: `Four of ${ann.handle}` })
    expect(status).toBe(201)
    expect(PostView.parse(body)).toEqual(body)
    expect(urlsOf(body)).toEqual(urls)
    expect([body.altText, ...body.morePictures!.map(({ altText }) => altText)]).toEqual([
      'Number 0',
      'Number 1',
      'Number 2',
      'Number 3',
    ])
    expect(body).toMatchObject({ mediaType: 'image', media: { state: 'ready', width: 60 } })
    expect(body.morePictures!.map(({ media }) => [media.state, media.width])).toEqual(
      Array.from({ length: 3 }, () => ['ready', 60]),
    )
    const { viewer: _, ...view } = body
    expect(events.stop()[0]!.payload).toEqual({ post: view })
    for (const path of [
      `/posts/${body.id}`,
      `/posts?q=${ann.handle}%20has:media`,
      `/users/${ann.handle}/media`,
    ]) {
      const { body: answer } = await nobody.get<PostView | PostView[]>(path)
      expect(
        [answer].flat().map(({ morePictures }) => morePictures),
        path,
      ).toEqual([body.morePictures])
    }
    expect(await statusesOf(nobody, urls)).toEqual([200, 200, 200, 200])
    const edited = await ann.patch<PostView>(`/posts/${body.id}`, { text: 'Still four' })
    expect(urlsOf(edited.body)).toEqual(urls)
    expect((await ann.get('/media/uploads')).body).toEqual([])
  })

  it('is one post for a retry, and one with a single picture has no further field', async () => {
    const [urls, clientId] = [await pictures(2), crypto.randomUUID()]
    const [one, two] = [await post(ann, urls, { clientId }), await post(ann, urls, { clientId })]
    expect([one.status, two.status, two.body.id]).toEqual([201, 200, one.body.id])
    const single = await post(ann, await pictures(1))
    expect(Object.keys(single.body)).not.toContain('morePictures')
    expect((await post(ann, await pictures(1), { morePictures: [] })).status).toBe(201)
  })

  it('are offered to previews of links, unless a warning covers them', async () => {
    const urls = await pictures(3)
    const head = async (more: object) => {
      const { body } = await post(ann, urls, more)
      const html = await (await fetch(`${server.url}/p/${body.id}`)).text()
      return [...html.matchAll(/property="og:image" content="[^"]*?(\/api\/[^"]*)"/g)].map(([, path]) => path)
    }
    expect(await head({})).toEqual(urls)
    expect(await head({ nsfw: true })).toEqual([])
    expect(await head({ contentWarn: 'Brace' })).toEqual([])
  })

  it('is shown to admins who look at a report, with all of them', async () => {
    const { body } = await post(ann, await pictures(3))
    await bob.post('/reports', { targetType: 'post', targetId: body.id, reason: 'spam' })
    const reports = (await king.get<AdminReportView[]>('/admin/reports')).body
    const { id } = reports.find(({ targetId }) => targetId === body.id)!
    const { now } = (await king.get<ReportHistoryView>(`/admin/reports/${id}`)).body
    expect(now.media?.morePictures).toEqual(body.morePictures)
  })
})

describe('Files of a post with several pictures', () => {
  it("are the owner's alone while the deletion can be undone, and come back with it", async () => {
    undo.setUndoTime(60_000)
    const urls = await pictures(3)
    const { body } = await post(ann, urls)
    await ann.delete(`/posts/${body.id}`)
    expect(await statusesOf(bob, urls)).toEqual([404, 404, 404])
    const back = await ann.post<PostView>(`/posts/${body.id}/restore`)
    expect(back.body).toEqual({ ...body, rev: body.rev + 2 })
    expect(await statusesOf(bob, urls)).toEqual([200, 200, 200])
    undo.setUndoTime(1)
    await ann.delete(`/posts/${body.id}`)
    await expect.poll(() => statusesOf(ann, urls)).toEqual([404, 404, 404])
  })

  it('stay when another post shows one of them', async () => {
    const urls = await pictures(2)
    const { body } = await post(ann, urls)
    await post(ann, [urls[1]])
    await ann.delete(`/posts/${body.id}`)
    await expect.poll(() => statusesOf(bob, urls)).toEqual([404, 200])
  })

  it('wait in the review queue with the post, and go with it', async () => {
    await king.post('/admin/anti-asshole/enable')
    const text = (at: number) => [1, 2, 3].map((n) => `https://p${round}-${at}-${n}.example`).join(' ')
    const [released, rejected] = [await pictures(3), await pictures(2)]
    const held = await Promise.all(
      [released, rejected].map(async (urls, at) => (await post(ann, urls, { text: text(at) })).body.held),
    )
    const { sweepMedia } = await import('#server/features/media/media-removal.ts')
    await sweepMedia(Date.now() + 30 * 24 * 3600_000)
    expect(await statusesOf(ann, [...released, ...rejected])).toEqual([200, 200, 200, 200, 200])
    expect(await statusesOf(bob, released)).toEqual([404, 404, 404])
    await king.post(`/admin/held/${held[0]!.id}/release`)
    await king.delete(`/admin/held/${held[1]!.id}`)
    const [published] = (await bob.get<PostView[]>(`/users/${ann.handle}/posts`)).body
    expect(urlsOf(published!)).toEqual(released)
    expect(published!.morePictures!.map(({ altText }) => altText)).toEqual(['Number 1', 'Number 2'])
    expect(await statusesOf(bob, released)).toEqual([200, 200, 200])
    await expect.poll(() => statusesOf(ann, rejected)).toEqual([404, 404])
    await king.post('/admin/anti-asshole/disable')
  })
})

describe('Refused', () => {
  it('are more than four, one twice, one without a first, and what is not a picture of the author', async () => {
    const [one, two] = await pictures(2)
    const [others] = await pictures(1, bob)
    const five = await pictures(LIMITS.pictures + 1)
    const video = (
      await upload(server, ann, await mp4(1), { name: 'a.mp4', type: 'video/mp4', purpose: 'post' })
    ).body.mediaUrl
    const tried: [unknown[], object?][] = [
      [five],
      [[one, one]],
      [[one, `${server.url}${one}`]],
      [[undefined, one]],
      [[one, others]],
      [[one, video]],
      [[video, one]],
      [[video, one], { mediaType: 'video' }],
      [[one, 'https://elsewhere.example/a.jpg']],
      [[one, two], { morePictures: [{ mediaUrl: two, altText: 'x'.repeat(LIMITS.altText + 1) }] }],
      [[one], { morePictures: two }],
    ]
    const answers = []
    for (const [urls, more] of tried) {
      const { status, text } = await post(ann, urls as string[], more)
      answers.push([status, text])
    }
    const invalid = answers.at(-1)![1]
    expect(answers).toEqual([
      [400, 'You can add up to four pictures.'],
      [400, 'You have added that picture twice.'],
      [400, 'You have added that picture twice.'],
      [400, 'We do not have that file.'],
      [403, 'You are not allowed to do that.'],
      [400, invalid],
      [400, invalid],
      [400, 'You can add pictures or a video, not both.'],
      [400, 'We do not have that file.'],
      [400, "Alt text can't be longer than 140 characters."],
      [400, invalid],
    ])
    // What was not used is still the author's to use.
    expect((await post(ann, [one, two])).status).toBe(201)
  })
})
