import { rm } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { UploadView } from '#contract/media.ts'
import { person, visitor, type Person } from '#tests/support/http-client.ts'
import { filesIn, movingGif, noise, plain, upload } from '#tests/support/media.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let ann: Person
let bob: Person

beforeAll(async () => {
  server = await startTestServer()
  ;[ann, bob] = await Promise.all([person(server, 'ann'), person(server, 'bob')])
})
afterAll(() => server.close())

const bytesOf = async (url: string, cookie = ann.cookie()) =>
  Buffer.from(await (await fetch(`${server.url}${url}`, { headers: { cookie } })).arrayBuffer())

describe('A picture', () => {
  it.each(['jpeg', 'png', 'webp', 'gif'] as const)(
    'as %s is ready with the answer, in WebP',
    async (format) => {
      const { status, body } = await upload(
        server,
        ann,
        await (format === 'gif' ? plain : noise)(1120, 840)[format]().toBuffer(),
        { name: `a.${format}`, type: `image/${format}` },
      )
      expect(status).toBe(201)
      expect(UploadView.parse(body)).toEqual(body)
      expect(body).toMatchObject({
        kind: 'image',
        state: 'ready',
        mediaType: 'image',
        width: 1120,
        height: 840,
        aspect: 4 / 3,
        duration: null,
        poster: null,
        progress: 100,
        claimed: false,
        error: null,
      })
      const [full, card] = await Promise.all(
        [body.variants.full!, body.variants.card!].map(async (url) => sharp(await bytesOf(url)).metadata()),
      )
      expect([full!.format, full!.width, full!.height]).toEqual(['webp', 1120, 840])
      expect([card!.format, card!.width, card!.height]).toEqual(['webp', 1080, 810])
      expect(body.placeholder).toMatch(/^data:image\/webp;base64,/)
      expect(body.placeholder!.length).toBeLessThan(1000)
    },
  )

  it('is turned upright, and loses the place and camera from its metadata', async () => {
    const shot = await noise(400, 200)
      .withMetadata({ orientation: 6 })
      .withExif({
        IFD0: { Make: 'Plungercam' },
        IFD3: { GPSLatitude: '52/1 31/1 12/1', GPSLatitudeRef: 'N' },
      })
      .jpeg()
      .toBuffer()
    expect((await sharp(shot).metadata()).exif?.includes('Plungercam')).toBe(true)
    const { body } = await upload(server, ann, shot)
    expect([body.width, body.height]).toEqual([200, 400])
    const made = await bytesOf(body.mediaUrl)
    const { exif, xmp, icc, iptc, orientation, width } = await sharp(made).metadata()
    expect([exif, xmp, icc, iptc, orientation, width]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
      200,
    ])
    expect(made.includes('Plungercam')).toBe(false)
  })

  it('that is animated stays animated, and has a still one for people who prefer no motion', async () => {
    const { body } = await upload(server, ann, await movingGif(320, 200), {
      name: 'a.gif',
      type: 'image/gif',
    })
    expect(body).toMatchObject({ kind: 'gif', mediaType: 'image', width: 320, height: 200 })
    expect((await sharp(await bytesOf(body.mediaUrl), { animated: true }).metadata()).pages).toBe(4)
    expect((await sharp(await bytesOf(body.poster!)).metadata()).pages ?? 1).toBe(1)
  })

  it("used as an avatar is cropped to a square, as a banner to the banner's shape", async () => {
    const avatar = await upload(server, ann, await noise(500, 300).jpeg().toBuffer(), { purpose: 'avatar' })
    const small = await sharp(await bytesOf(avatar.body.variants.avatar!)).metadata()
    expect([small.width, small.height]).toEqual([256, 256])
    const banner = await upload(server, ann, await noise(1520, 620).jpeg().toBuffer(), { purpose: 'banner' })
    const wide = await sharp(await bytesOf(banner.body.mediaUrl)).metadata()
    expect([wide.width, wide.height]).toEqual([1500, 500])
  })

  it('that is small is not enlarged, and stored once', async () => {
    const { body } = await upload(server, ann, await noise(300, 100).png().toBuffer(), { type: 'image/png' })
    expect(body.variants).toEqual({ avatar: null, card: body.mediaUrl, full: body.mediaUrl })
    expect(body.width).toBe(300)
  })

  it('whose file is missing from the folder answers 404', async () => {
    const { body } = await upload(server, ann, await noise(300, 100).png().toBuffer(), { type: 'image/png' })
    const [file] = (await filesIn(process.env.UPLOADS_DIR!)).filter((one) =>
      one.includes(body.mediaUrl.slice(18, 50)),
    )
    await rm(path.join(process.env.UPLOADS_DIR!, file!))
    expect((await fetch(`${server.url}${body.mediaUrl}`, { headers: { cookie: ann.cookie() } })).status).toBe(
      404,
    )
  })
})

describe('Unused uploads', () => {
  it('are listed to their owner only, and deleted when withdrawn', async () => {
    const cat = await person(server, 'cat')
    const { body } = await upload(server, cat, await noise(100, 100).jpeg().toBuffer())
    expect((await cat.get<UploadView[]>('/media/uploads')).body).toEqual([body])
    expect((await cat.get<UploadView>(`/media/${body.id}`)).body).toEqual(body)
    const path = body.mediaUrl.slice('/api'.length)
    const seen = await Promise.all([
      cat.get(path),
      bob.get(path),
      visitor(server).get(path),
      bob.get(`/media/${body.id}`),
      bob.delete(`/media/${body.id}`),
    ])
    expect(seen.map(({ status }) => status)).toEqual([200, 404, 404, 404, 404])
    expect(seen[0].headers.get('cache-control')).toBe('private, no-store')
    expect((await cat.delete(`/media/${body.id}`)).status).toBe(204)
    expect((await cat.get(path)).status).toBe(404)
    expect(
      (await filesIn(process.env.UPLOADS_DIR!)).filter((file) => file.includes(body.mediaUrl.slice(18, 50))),
    ).toEqual([])
  })

  it('are deleted after a day, and after an hour if the file never arrived', async () => {
    const dan = await person(server, 'dan')
    const { body } = await upload(server, dan, await noise(100, 100).jpeg().toBuffer())
    const link = await dan.post<{ id: string }>('/media/upload-url', { fileExtension: 'jpg' })
    const { sweepMedia } = await import('#server/features/media/media-removal.ts')
    const ids = async () => (await dan.get<UploadView[]>('/media/uploads')).body.map(({ id }) => id)
    await sweepMedia(Date.now() + 30 * 60_000)
    expect(await ids()).toEqual([link.body.id, body.id])
    await sweepMedia(Date.now() + 2 * 3600_000)
    expect(await ids()).toEqual([body.id])
    await sweepMedia(Date.now() + 25 * 3600_000)
    expect(await ids()).toEqual([])
  })

  it('are twenty at most', async () => {
    const eve = await person(server, 'eve')
    const links = await Promise.all(
      Array.from({ length: 20 }, () => eve.post('/media/upload-url', { fileExtension: 'jpg' })),
    )
    expect(links.map(({ status }) => status)).toEqual(links.map(() => 200))
    const more = await upload(server, eve, await noise(10, 10).jpeg().toBuffer())
    expect([more.status, more.text]).toEqual([
      409,
      'You have too many uploads that wait. Use one or remove one.',
    ])
  })
})
