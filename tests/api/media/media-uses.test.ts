import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { BlogPostView } from '#contract/blog.ts'
import { type ConversationView, MessageView } from '#contract/messages.ts'
import { PostView } from '#contract/posts.ts'
import type { CurrentUserView } from '#contract/account.ts'
import type { ProfileView } from '#contract/people.ts'
import type { MediaPurpose, UploadView } from '#contract/media.ts'
import { expectIndexed, readsOf } from '#tests/support/explain.ts'
import { people, visitor, type Person } from '#tests/support/http-client.ts'
import { filesIn, noise, plain, upload } from '#tests/support/media.ts'
import { befriend } from '#tests/support/insert-rows.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let ann: Person
let bob: Person
let cat: Person
let jpeg: Buffer
let round = 0

beforeAll(async () => {
  server = await startTestServer()
  jpeg = await noise(400, 300).jpeg().toBuffer()
})
afterAll(() => server.close())
beforeEach(async () => {
  round += 1
  ;[ann, bob, cat] = await people(server, ['ann', 'bob', 'cat'], `_${round}`)
})

const picture = async (who: Person, purpose: MediaPurpose = 'post') =>
  (await upload(server, who, jpeg, { purpose })).body
const statusOf = async (who: Pick<Person, 'get'>, url: string) =>
  (await who.get(url.slice('/api'.length))).status
const tokenOf = ({ mediaUrl }: UploadView) => /[0-9a-f]{32}/.exec(mediaUrl)![0]
const filesOf = async (media: UploadView) =>
  (await filesIn(process.env.UPLOADS_DIR!)).filter((file) => file.includes(tokenOf(media)))

describe('A post with a picture', () => {
  it('has everything that a card shows, for everybody; its file may be cached for a day', async () => {
    const media = await picture(ann)
    const { status, body } = await ann.post<PostView>('/posts', {
      text: 'Look',
      mediaUrl: media.mediaUrl,
      mediaType: 'image',
      altText: 'A wall of noise',
    })
    expect(status).toBe(201)
    expect(PostView.parse(body)).toEqual(body)
    expect(body).toMatchObject({
      mediaUrl: media.mediaUrl,
      mediaType: 'image',
      altText: 'A wall of noise',
      media: {
        id: media.id,
        kind: 'image',
        state: 'ready',
        width: 400,
        height: 300,
        aspect: 4 / 3,
        placeholder: media.placeholder,
      },
    })
    const [inFeed] = (await visitor(server).get<PostView[]>('/posts')).body
    expect(inFeed!.media).toEqual(body.media)
    const file = await visitor(server).get(media.mediaUrl.slice(4))
    expect([file.status, file.headers.get('cache-control'), file.headers.get('content-type')]).toEqual([
      200,
      'public, max-age=86400, must-revalidate',
      'image/webp',
    ])
    expect((await ann.get<UploadView[]>('/media/uploads')).body).toEqual([])
  })

  it('takes its files with it when it is deleted, unless another post shows them', async () => {
    const media = await picture(ann)
    const [one, other] = [
      await ann.post<PostView>('/posts', { text: 'One', mediaUrl: media.mediaUrl }),
      await ann.post<PostView>('/posts', { text: 'Other', mediaUrl: media.mediaUrl }),
    ]
    await ann.delete(`/posts/${one.body.id}`)
    expect(await statusOf(visitor(server), media.mediaUrl)).toBe(200)
    expect((await ann.delete(`/media/${media.id}`)).text).toBe('That file is still in use.')
    await ann.delete(`/posts/${other.body.id}`)
    await expect.poll(() => statusOf(visitor(server), media.mediaUrl)).toBe(404)
    await expect.poll(() => filesOf(media)).toEqual([])
  })

  it("accepts only the author's own upload made for a post", async () => {
    const [others, message] = [await picture(bob), await picture(ann, 'message')]
    const gone = await picture(ann)
    await ann.delete(`/media/${gone.id}`)
    const link = (await ann.post<{ mediaUrl: string }>('/media/upload-url', { fileExtension: '.jpg' })).body
    const tried = [
      others.mediaUrl,
      message.mediaUrl,
      gone.mediaUrl,
      link.mediaUrl,
      'javascript:alert(1)',
      'https://elsewhere.example/a.jpg',
      '/objects/a.jpg',
      '/api/media/direct/../x',
      `https://elsewhere.example${others.mediaUrl}`,
    ]
    const answers = await Promise.all(tried.map((mediaUrl) => ann.post('/posts', { text: 'x', mediaUrl })))
    expect(answers.map(({ status, text }) => [status, text])).toEqual([
      [403, 'You are not allowed to do that.'],
      [400, 'That file was uploaded for something else.'],
      ...Array.from({ length: 1 }, () => [400, 'We do not have that file.']),
      [400, 'That file has not arrived yet.'],
      ...Array.from({ length: 5 }, () => [400, 'We do not have that file.']),
    ])
    const mine = await picture(ann)
    expect(
      (await ann.post('/posts', { text: 'x', mediaUrl: mine.mediaUrl, mediaType: 'video' })).status,
    ).toBe(400)
    expect((await ann.get<UploadView>(`/media/${mine.id}`)).body.claimed).toBe(false)
  })

  it('may name its file by every address the server has given for it', async () => {
    const media = await picture(ann)
    const names = [
      media.mediaUrl,
      media.mediaUrl.replace('/api/', '/objects/'),
      `${server.url}${media.mediaUrl}`,
      media.mediaUrl.replace('.webp', '.jpg'),
    ]
    const posts = await Promise.all(
      names.map((mediaUrl) => ann.post<PostView>('/posts', { text: 'x', mediaUrl })),
    )
    expect(posts.map(({ body }) => body.mediaUrl)).toEqual(names.map(() => media.mediaUrl))
    const older = await fetch(`${server.url}${media.mediaUrl.replace('/api/', '/objects/')}`)
    expect([older.status, older.headers.get('content-type')]).toEqual([200, 'image/webp'])
  })
})

describe('A message with a picture', () => {
  const send = (from: Person, to: Person, media: UploadView, content = '') =>
    from.post<MessageView>('/messages', {
      receiverId: to.id,
      content,
      mediaUrl: media.mediaUrl,
      mediaType: 'image',
      altText: 'Noise',
    })

  it('needs no text, and the list shows that it is a picture', async () => {
    await befriend(ann, bob)
    const media = await picture(ann, 'message')
    const { status, body } = await send(ann, bob, media)
    expect([status, MessageView.parse(body)]).toEqual([201, body])
    expect(body).toMatchObject({
      content: '',
      mediaUrl: media.mediaUrl,
      mediaType: 'image',
      altText: 'Noise',
      media: { id: media.id, state: 'ready' },
    })
    expect((await bob.get<ConversationView[]>('/messages/conversations')).body[0]!.lastMessage).toMatchObject(
      { content: '', mediaType: 'image' },
    )
    const wordless = await ann.post('/messages', { receiverId: bob.id, content: '  ' })
    expect([wordless.status, wordless.text]).toEqual([400, 'Please write something before sending.'])
  })

  it('is for its two people only, and is not cached', async () => {
    await befriend(ann, bob)
    const media = await picture(ann, 'message')
    await send(ann, bob, media, 'For your eyes')
    const seen = await Promise.all(
      [ann, bob, cat, visitor(server)].map((who) => who.get(media.mediaUrl.slice(4))),
    )
    expect(seen.map(({ status }) => status)).toEqual([200, 200, 404, 404])
    expect(seen[1]!.headers.get('cache-control')).toBe('private, no-store')
    expect(
      (await bob.post('/messages', { receiverId: cat.id, content: 'Look', mediaUrl: media.mediaUrl })).status,
    ).toBe(403)
  })

  it('takes its file with it when it is erased', async () => {
    const media = await picture(ann, 'message')
    const { body } = await send(ann, bob, media)
    const erased = await ann.delete<MessageView>(`/messages/${body.conversationId}/${body.id}`)
    expect(erased.body).toMatchObject({
      mediaUrl: null,
      mediaType: null,
      media: null,
      altText: null,
      deleted: true,
    })
    await expect.poll(() => statusOf(ann, media.mediaUrl)).toBe(404)
    await expect.poll(() => filesOf(media)).toEqual([])
  })

  it('is the same message when it is sent again', async () => {
    const media = await picture(ann, 'message')
    const input = {
      receiverId: bob.id,
      content: 'x',
      mediaUrl: media.mediaUrl,
      clientId: crypto.randomUUID(),
    }
    const answers = [
      await ann.post<MessageView>('/messages', input),
      await ann.post<MessageView>('/messages', input),
    ]
    expect(answers.map(({ status }) => status)).toEqual([201, 200])
    await ann.delete(`/messages/${answers[0]!.body.conversationId}/${answers[0]!.body.id}`)
    await expect.poll(() => statusOf(ann, media.mediaUrl)).toBe(404)
  })
})

describe("A person's pictures", () => {
  it('are shown everywhere, replace each other, and can be removed', async () => {
    const post = await ann.post<PostView>('/posts', { text: 'Before' })
    const [first, second, banner] = [
      await picture(ann, 'avatar'),
      await picture(ann, 'avatar'),
      await picture(ann, 'banner'),
    ]
    const changed = await ann.patch<CurrentUserView>('/users/me', {
      avatarUrl: first.mediaUrl,
      bannerUrl: banner.mediaUrl,
    })
    expect([changed.status, changed.body.avatarUrl, changed.body.bannerUrl]).toEqual([
      200,
      first.variants.avatar,
      banner.variants.full,
    ])
    await expect
      .poll(async () => (await bob.get<PostView>(`/posts/${post.body.id}`)).body.author.avatarUrl)
      .toBe(first.variants.avatar)
    // The form sends all its fields.
    const same = await ann.patch<CurrentUserView>('/users/me', {
      bio: 'Sits.',
      avatarUrl: first.variants.avatar,
      bannerUrl: banner.variants.full,
    })
    expect([same.status, same.body.avatarUrl, same.body.bannerUrl]).toEqual([
      200,
      first.variants.avatar,
      banner.variants.full,
    ])
    await ann.patch('/users/me', { avatarUrl: second.mediaUrl })
    await expect.poll(() => filesOf(first)).toEqual([])
    expect((await bob.get<ProfileView>(`/users/${ann.handle}`)).body).toMatchObject({
      avatarUrl: second.variants.avatar,
      bannerUrl: banner.variants.full,
    })
    const none = await ann.patch<CurrentUserView>('/users/me', { avatarUrl: null, bannerUrl: null })
    expect([none.body.avatarUrl, none.body.bannerUrl]).toEqual([null, null])
    await expect.poll(async () => [...(await filesOf(second)), ...(await filesOf(banner))]).toEqual([])
  })

  it('may be sent inside the update itself', async () => {
    const { status, body } = await ann.patch<CurrentUserView>('/users/me', {
      avatarUrl: `data:image/jpeg;base64,${jpeg.toString('base64')}`,
    })
    expect(status).toBe(200)
    expect(await statusOf(visitor(server), body.avatarUrl!)).toBe(200)
  })

  it('are small when they are sent inside the update (row 566)', async () => {
    const send = (bytes: Buffer) =>
      ann.patch('/users/me', { avatarUrl: `data:image/jpeg;base64,${bytes.toString('base64')}` })
    const heavy = await send(await noise(700, 700).jpeg({ quality: 100 }).toBuffer())
    expect([heavy.status, heavy.text]).toEqual([
      413,
      'A picture inside a form may have 500 kB. Please upload the file instead.',
    ])
    const wide = await send(await plain(2000, 2001).jpeg().toBuffer())
    expect([wide.status, wide.text]).toEqual([
      400,
      'That picture has too many pixels. Please make it smaller and try again.',
    ])
  })

  it("must be the person's own uploads for that purpose", async () => {
    const [others, post] = [await picture(bob, 'avatar'), await picture(ann)]
    const tried = [
      others.mediaUrl,
      post.mediaUrl,
      'https://elsewhere.example/a.jpg',
      'data:image/jpeg;base64,bm90aGluZw==',
      'data:text/html,<script>',
      7,
    ]
    const answers = await Promise.all(tried.map((avatarUrl) => ann.patch('/users/me', { avatarUrl })))
    expect(answers.map(({ status }) => status)).toEqual([403, 400, 400, 400, 400, 400])
    expect((await ann.get<ProfileView>(`/users/${ann.handle}`)).body.avatarUrl).toBeNull()
  })
})

describe('A blog article', () => {
  it("references an admin's picture, and releases it", async () => {
    const { setAdmin } = await import('#server/features/people/users/admin-people.service.ts')
    expect((await upload(server, ann, jpeg, { purpose: 'blog' })).status).toBe(403)
    await setAdmin(ann.id, true)
    const [first, second] = [await picture(ann, 'blog'), await picture(ann, 'blog')]
    const article = { title: 'Hear ye', slug: `hear-ye-${round}`, content: 'Wash.', published: true }
    const refused = await ann.post('/blog/posts', {
      ...article,
      featuredImage: 'https://elsewhere.example/a.jpg',
    })
    expect([refused.status, refused.text]).toEqual([400, 'We do not have that file.'])
    const issued = await ann.post<BlogPostView>('/blog/posts', { ...article, featuredImage: first.mediaUrl })
    expect([issued.status, issued.body.featuredImage]).toEqual([201, first.mediaUrl])
    expect(await statusOf(visitor(server), first.mediaUrl)).toBe(200)
    const revised = await ann.patch<BlogPostView>(`/blog/posts/${issued.body.id}`, {
      featuredImage: second.mediaUrl,
    })
    expect(revised.body.featuredImage).toBe(second.mediaUrl)
    await expect.poll(() => filesOf(first)).toEqual([])
    await ann.delete(`/blog/posts/${issued.body.id}`)
    await expect.poll(() => filesOf(second)).toEqual([])
  })
})

describe('Every read of uploads', () => {
  it('uses one index', async () => {
    await Promise.all(
      Array.from({ length: 4 }, async () =>
        ann.post('/posts', { text: 'x', mediaUrl: (await picture(ann)).mediaUrl }),
      ),
    )
    const mine = await picture(ann)
    const post = (await ann.post<PostView>('/posts', { text: 'x', mediaUrl: (await picture(ann)).mediaUrl }))
      .body
    const of = async (work: () => Promise<unknown>) =>
      (await readsOf(work)).filter(({ collection }) => collection === 'media')
    const served = await of(() => visitor(server).get(post.mediaUrl!.slice(4)))
    expect(served).toHaveLength(1)
    expectIndexed([
      ...served,
      ...(await of(() => ann.get('/media/uploads'))),
      ...(await of(() => ann.get(`/media/${mine.id}`))),
    ])
    const { sweepMedia } = await import('#server/features/media/media-removal.ts')
    expectIndexed(await of(() => sweepMedia(Date.now() + 2 * 3600_000)))
  })
})

describe('A file', () => {
  it('is served with ranges and an ETag that saves sending it again', async () => {
    const media = await picture(ann)
    await ann.post('/posts', { text: 'x', mediaUrl: media.mediaUrl })
    const get = (headers: Record<string, string>, method = 'GET') =>
      fetch(`${server.url}${media.mediaUrl}`, { method, headers })
    const whole = await get({})
    const bytes = Buffer.from(await whole.arrayBuffer())
    const etag = whole.headers.get('etag')!
    expect(whole.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
    expect([
      whole.headers.get('x-content-type-options'),
      whole.headers.get('accept-ranges'),
      Number(whole.headers.get('content-length')),
    ]).toEqual(['nosniff', 'bytes', bytes.length])
    const parts = await Promise.all([
      get({ range: 'bytes=10-19' }),
      get({ range: 'bytes=-5' }),
      get({ range: `bytes=${bytes.length - 3}-` }),
      get({ range: 'bytes=0-', 'if-range': etag }),
      get({ range: 'bytes=0-3', 'if-range': '"other"' }),
      get({ range: 'bytes=0-1,4-5' }),
      get({ range: 'words' }),
    ])
    expect(parts.map(({ status }) => status)).toEqual([206, 206, 206, 206, 200, 200, 200])
    const slices = await Promise.all(parts.map(async (part) => Buffer.from(await part.arrayBuffer())))
    expect(slices.slice(0, 3)).toEqual([bytes.subarray(10, 20), bytes.subarray(-5), bytes.subarray(-3)])
    expect(parts[0].headers.get('content-range')).toBe(`bytes 10-19/${bytes.length}`)
    const named = await Promise.all(
      [`W/${etag}`, `"another", ${etag}`, '*', '"another"'].map((one) => get({ 'if-none-match': one })),
    )
    expect(named.map(({ status }) => status)).toEqual([304, 304, 304, 200])
    const [known, beyond, head] = await Promise.all([
      get({ 'if-none-match': etag }),
      get({ range: `bytes=${bytes.length}-` }),
      get({}, 'HEAD'),
    ])
    expect([
      known.status,
      beyond.status,
      beyond.headers.get('content-range'),
      head.status,
      head.headers.get('content-length'),
    ]).toEqual([304, 416, `bytes */${bytes.length}`, 200, String(bytes.length)])
  })

  it('that does not exist answers 404, whatever its name', async () => {
    const names = [
      'x',
      `${'0'.repeat(32)}.webp`,
      `${'0'.repeat(32)}-huge.webp`,
      '..%2f..%2fetc%2fpasswd',
      '%00.webp',
      '0'.repeat(32),
    ]
    expect(
      await Promise.all(
        names.map(async (name) => (await fetch(`${server.url}/api/media/direct/${name}`)).status),
      ),
    ).toEqual(names.map(() => 404))
  })
})
