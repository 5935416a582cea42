import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { LinkCardView } from '#contract/link-cards.ts'
import { PostView } from '#contract/posts.ts'
import { person, visitor, type Person } from '#tests/support/http-client.ts'
import type { Internet } from '#tests/support/internet.ts'
import { startTestServer, withSettings, type SharedServer } from '#tests/support/server.ts'

let internet: Internet
let server: SharedServer
let ann: Person
let bob: Person
beforeAll(async () => {
  server = await startTestServer()
  ;({ internet } = server)
  ;[ann, bob] = await Promise.all([person(server, 'ann'), person(server, 'bob')])
  return withSettings({ LINK_PREVIEWS: 'on' })
})
afterAll(() => server.close())

let pages = 0
/** An address that was not read before. */
const pageAt = (query: Record<string, string> = {}) =>
  `/page?${new URLSearchParams({ title: `Page ${(pages += 1)}`, ...query }).toString()}`
const at = (path: string) => `http://site.test${path}`

const publish = async (text: string, input: object = {}) =>
  (await ann.post<PostView>('/posts', { text, ...input })).body
const read = async (id: string) => (await visitor(server).get<PostView>(`/posts/${id}`)).body
const preview = async (url: string) =>
  (await bob.post<{ card: LinkCardView | null }>('/link-cards', { url })).body.card

/** The card of a post once its job has run. */
async function cardOf(id: string): Promise<LinkCardView> {
  await expect.poll(async () => (await read(id)).linkCard).toBeDefined()
  return (await read(id)).linkCard!
}

async function jobsDone(): Promise<void> {
  const { JobModel } = await import('#server/platform/jobs/jobs.model.ts')
  await expect.poll(() => JobModel.countDocuments({ kind: 'link-card' })).toBe(0)
}

const fileAt = (path: string) => fetch(`${server.url}${path}`)

it('reads the first link of a post after it is published, with a copy of the picture', async () => {
  const path = pageAt({ title: 'A  title &amp; more', description: 'What it is about', picture: '/picture' })
  const post = await publish(`Look: ${at(path)}#part, and www.other.test`)
  expect(post.linkCard).toBeUndefined()
  const card = await cardOf(post.id)
  expect(card).toMatchObject({
    url: new URL(at(path)).href,
    host: 'site.test',
    title: 'A title & more',
    description: 'What it is about',
  })
  const shown = await read(post.id)
  expect(PostView.parse(shown)).toEqual(shown)
  expect(shown.rev).toBe(post.rev + 1)
  expect((await visitor(server).get<PostView[]>('/posts')).body[0]!.linkCard).toEqual(card)
  // Our own file, made by our own encoder.
  expect(card.picture).toMatch(/^\/api\/media\/direct\/[0-9a-f]{32}\.webp$/)
  const file = await fileAt(card.picture!)
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/webp'])
  const { default: sharp } = await import('sharp')
  expect(await sharp(await file.arrayBuffer()).metadata()).toMatchObject({
    format: 'webp',
    width: 600,
    height: 315,
  })
  // It is nobody's upload.
  expect((await ann.get<unknown[]>('/media/uploads')).body).toEqual([])
})

it('reads a page once for a preview and for all posts', async () => {
  const path = pageAt()
  const [card, again] = await Promise.all([preview(at(path)), preview(at(path))])
  expect(card).toEqual({
    url: at(path),
    host: 'site.test',
    title: `Page ${pages}`,
    description: null,
    picture: null,
  })
  expect(again).toEqual(card)
  // Known now: a post has it from its first moment.
  expect((await publish(at(path))).linkCard).toEqual(card)
  expect(internet.asked(path)).toBe(1)
})

it('shows no card that the author hides, nor beside something else, nor of other schemes', async () => {
  const path = pageAt()
  const hidden = await publish(at(path), { hidePreview: true })
  const poll = await publish(at(path), { poll: { options: ['a', 'b'], minutes: 60 } })
  const quote = await publish(at(path), { quotedId: hidden.id })
  const other = await publish('ftp://site.test/page')
  await ann.patch(`/posts/${hidden.id}`, { text: `Still ${at(path)}` })
  await jobsDone()
  for (const { id } of [hidden, poll, quote, other]) expect((await read(id)).linkCard).toBeUndefined()
  expect(internet.asked(path)).toBe(0)
})

it('is part of the export of its author', async () => {
  const shown = await publish(at(pageAt({ description: 'About it' })))
  const { title } = await cardOf(shown.id)
  const hidden = await publish('Mine', { hidePreview: true })
  const { posts } = (await ann.get<{ posts: Record<string, unknown>[] }>('/user/export-data')).body
  const exported = (id: string) => posts.find((post) => post['id'] === id)
  const url = new URL(shown.text).href
  expect(exported(shown.id)).toMatchObject({ linkCard: { url, title, description: 'About it' } })
  expect(exported(hidden.id)).toMatchObject({ hidePreview: true })
})

it('follows an edit of the text', async () => {
  const [first, second] = [pageAt(), pageAt()]
  const post = await publish(at(first))
  const card = await cardOf(post.id)
  const edit = async (text: string) => (await ann.patch<PostView>(`/posts/${post.id}`, { text })).body
  expect((await edit(`The same: ${at(first)}`)).linkCard).toEqual(card)
  // The old card goes at once.
  expect((await edit(at(second))).linkCard).toBeUndefined()
  expect((await cardOf(post.id)).url).toBe(at(second))
  // Known already.
  expect((await edit(at(first))).linkCard).toEqual(card)
  expect((await edit('No link')).linkCard).toBeUndefined()
})

it('shows nothing of what it cannot or may not read, and asks only once', async () => {
  internet.pages.set(
    '/inside',
    (_req, res) => void res.writeHead(302, { location: `${server.url}/readyz` }).end(),
  )
  internet.pages.set(
    '/untitled',
    (_req, res) => void res.writeHead(200, { 'content-type': 'text/html' }).end('<p>'),
  )
  internet.pages.set('/gone', (_req, res) => void res.writeHead(404, { 'content-type': 'text/html' }).end())
  for (const address of [at('/inside'), at('/untitled'), at('/gone'), 'http://nowhere.example/', server.url])
    expect(await preview(address), address).toBeNull()
  const post = await publish(at('/gone'))
  await jobsDone()
  expect((await read(post.id)).linkCard).toBeUndefined()
  expect(internet.asked('/gone')).toBe(1)
  // None of it is an error of ours.
  const { ErrorGroupModel } = await import('#server/features/monitor/error-groups.model.ts')
  expect(await ErrorGroupModel.countDocuments()).toBe(0)
  for (const url of ['', 'site.test', 'ftp://site.test/', 'javascript:alert(1)'])
    expect((await bob.post('/link-cards', { url })).status, url).toBe(400)
  expect((await visitor(server).post('/link-cards', { url: at('/gone') })).status).toBe(401)
})

it('takes the title of a page without tags, whatever its encoding, and drops a bad picture', async () => {
  const html =
    (body: Buffer | string, headers = {}) =>
    (_req: unknown, res: import('node:http').ServerResponse) =>
      void res.writeHead(200, { 'content-type': 'text/html', ...headers }).end(body)
  const latin = Buffer.from(
    '<meta charset="iso-8859-1"><title>\n Caf\xe9 \n</title><body><title>Other',
    'latin1',
  )
  internet.pages.set('/latin', html(latin))
  internet.pages.set('/packed', html(gzipSync('<title>Zażółć</title>'), { 'content-encoding': 'gzip' }))
  internet.pages.set('/long', html(`<title>${'word '.repeat(100)}</title>${'x'.repeat(3_000_000)}`))
  internet.pages.set(
    '/svg',
    (_req, res) => void res.writeHead(200, { 'content-type': 'image/png' }).end('<svg/>'),
  )
  expect((await preview(at('/latin')))!.title).toBe('Café')
  expect((await preview(at('/packed')))!.title).toBe('Zażółć')
  expect((await preview(at('/long')))!.title).toMatch(/^(word ){20,}w\w*…$/)
  for (const picture of ['/svg', 'http://127.0.0.1/x.png', 'javascript:1', '/page?title=x'])
    expect((await preview(at(pageAt({ picture }))))!.picture).toBeNull()
  const { MediaModel } = await import('#server/features/media/media.model.ts')
  expect(await MediaModel.countDocuments({ state: 'uploading' })).toBe(0)
})

it('keeps a picture as long as a post shows it, also over a deletion that is undone', async () => {
  const { sweepLinkCards } = await import('#server/features/media/link-cards/link-cards.service.ts')
  const { setUndoTime } = await import('#server/shared/undo-time.ts')
  const inTwoDays = new Date(Date.now() + 48 * 3600_000)
  const post = await publish(at(pageAt({ picture: '/picture' })))
  const card = await cardOf(post.id)
  const url = card.picture!
  await sweepLinkCards(inTwoDays)
  expect((await fileAt(url)).status).toBe(200)
  setUndoTime(60_000)
  await ann.delete(`/posts/${post.id}`)
  expect((await ann.post<PostView>(`/posts/${post.id}/restore`)).body.linkCard).toEqual(card)
  setUndoTime(0)
  await ann.delete(`/posts/${post.id}`)
  await sweepLinkCards(inTwoDays)
  await expect.poll(async () => (await fileAt(url)).status).toBe(404)
})

it('reads an address again when it has expired, and leaves older posts as they are', async () => {
  const { LinkCardModel } = await import('#server/features/media/link-cards/link-cards.model.ts')
  let title = 'Before'
  internet.pages.set(
    '/news',
    (_req, res) => void res.writeHead(200, { 'content-type': 'text/html' }).end(`<title>${title}</title>`),
  )
  const older = await publish(at('/news'))
  expect((await cardOf(older.id)).title).toBe('Before')
  title = 'After'
  await LinkCardModel.updateMany({ url: at('/news') }, { expiresAt: new Date() })
  const newer = await publish(at('/news'))
  expect((await cardOf(newer.id)).title).toBe('After')
  expect((await read(older.id)).linkCard!.title).toBe('Before')
})

it('parses a page once, even if that has ended the process', async () => {
  const { LinkCardModel } = await import('#server/features/media/link-cards/link-cards.model.ts')
  const path = pageAt({ picture: '/page?hold=mark' })
  const both = [preview(at(path)), preview(at(path))]
  await expect.poll(() => internet.asked('/page?hold=mark')).toBe(1)
  // Already parsed, but a process that ended now would leave this.
  const mark = (await LinkCardModel.findOne({ url: at(path) }).lean())!
  expect(mark).toMatchObject({ card: null, current: true })
  expect(mark.parsingSince).toBeInstanceOf(Date)
  await fetch(`${internet.url}/release?key=mark`)
  for (const card of await Promise.all(both)) expect(card).toMatchObject({ url: at(path) })
  expect(internet.asked(path)).toBe(1)
  expect(await LinkCardModel.countDocuments({ url: at(path) })).toBe(1)

  const marked = (url: string, seconds: number) =>
    LinkCardModel.create({
      ...mark,
      _id: undefined,
      url,
      parsingSince: new Date(Date.now() - seconds * 1_000),
    })
  const [fatal, elsewhere] = [pageAt(), pageAt()]
  await marked(at(fatal), 20)
  expect(await preview(at(fatal))).toBeNull()
  expect(internet.asked(fatal)).toBe(0)
  // Another process may still be at it: the job of a post asks again.
  await marked(at(elsewhere), 0)
  expect((await bob.post('/link-cards', { url: at(elsewhere) })).status).toBe(503)
  expect(internet.asked(elsewhere)).toBe(0)
})

it('lets the slow pages of one person keep nobody else waiting', async () => {
  const slow = Array.from({ length: 12 }, (_, at) => pageAt({ hold: `slow-${at}` }))
  const asked = () => slow.filter((path) => internet.asked(path) > 0).length
  for (const path of slow) await publish(at(path))
  await expect.poll(asked).toBe(2)
  expect((await ann.post('/link-cards', { url: at(pageAt()) })).status).toBe(503)

  const { body: post } = await bob.post<PostView>('/posts', { text: at(pageAt()) })
  expect((await cardOf(post.id)).title).toBe(`Page ${pages}`)
  expect((await preview(at(pageAt())))!.title).toBe(`Page ${pages}`)
  expect(asked()).toBe(2)
  await Promise.all(slow.map((_, at) => fetch(`${internet.url}/release?key=slow-${at}`)))
})
