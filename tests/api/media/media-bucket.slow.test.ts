import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import S3rver from '@20minutes/s3rver'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { UploadUrlView, UploadView } from '#contract/media.ts'
import type { PostView } from '#contract/posts.ts'
import { freePort } from '#tests/support/free-port.ts'
import { person, visitor, type Person } from '#tests/support/http-client.ts'
import { filesIn, mp4, noise, upload } from '#tests/support/media.ts'
import { requestText, sendAndLeave } from '#tests/support/raw-http.ts'
import { startServerProcess } from '#tests/support/server-process.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { until } from '#tests/support/until.ts'

const BUCKET = 'royal-flush'
let bucketFolder: string
let bucket: Record<string, string>
let s3: S3rver
let restartS3: () => Promise<void>
let server: TestServer
let ann: Person
let jpeg: Buffer

beforeAll(async () => {
  bucketFolder = await mkdtemp(path.join(tmpdir(), 'royal-flush-bucket-'))
  const port = await freePort()
  const open = () =>
    new S3rver({
      address: '127.0.0.1',
      port,
      silent: true,
      directory: bucketFolder,
      configureBuckets: [{ name: BUCKET }],
    })
  s3 = open()
  await s3.run()
  restartS3 = async () => {
    s3 = open()
    await s3.run()
  }
  const keys = { S3_ACCESS_KEY_ID: 'S3RVER', S3_SECRET_ACCESS_KEY: 'S3RVER' }
  bucket = { S3_BUCKET: BUCKET, S3_ENDPOINT: `http://127.0.0.1:${port}`, ...keys }
  server = await startTestServer({ env: bucket })
  ann = await person(server, 'ann')
  jpeg = await noise(1400, 700).jpeg().toBuffer()
})
afterAll(async () => {
  await server.close()
  await s3.close()
  await rm(bucketFolder, { recursive: true, force: true })
})

const tokenOf = (url: string) => /[0-9a-f]{32}/.exec(url)![0]
/** Names of an upload's files in the bucket. */
const keptOf = async (url: string) =>
  [
    ...new Set(
      (await filesIn(bucketFolder))
        .filter((file) => file.includes(tokenOf(url)))
        .map((file) => path.basename(file).replace(/\._S3rver_.*$/, '')),
    ),
  ].sort()
const readiness = async () => (await fetch(`${server.url}/readyz`)).text()
const inWork = () => filesIn(process.env.UPLOADS_DIR!)
const ready = (id: string) =>
  expect
    .poll(async () => (await ann.get<UploadView>(`/media/${id}`)).body.state, { timeout: 30_000 })
    .toBe('ready')

describe('With an S3 bucket', () => {
  it('pictures are stored there, served from there with ranges, and deleted with their post', async () => {
    const { body, status } = await upload(server, ann, jpeg)
    expect([status, await keptOf(body.mediaUrl), await inWork()]).toEqual([
      201,
      ['card.webp', 'full.webp'],
      [],
    ])
    const post = (await ann.post<PostView>('/posts', { text: 'x', mediaUrl: body.mediaUrl })).body
    const whole = await fetch(`${server.url}${body.mediaUrl}`)
    const bytes = Buffer.from(await whole.arrayBuffer())
    const part = await fetch(`${server.url}${body.mediaUrl}`, { headers: { range: 'bytes=100-199' } })
    expect([whole.status, part.status, Buffer.from(await part.arrayBuffer())]).toEqual([
      200,
      206,
      bytes.subarray(100, 200),
    ])
    await ann.delete(`/posts/${post.id}`)
    await expect.poll(() => keptOf(body.mediaUrl)).toEqual([])
  })

  it('clients that disconnect during a download free their connections to it', async () => {
    const { body } = await upload(server, ann, await noise(1600, 1600).jpeg({ quality: 95 }).toBuffer())
    await ann.post('/posts', { text: 'x', mediaUrl: body.mediaUrl })
    const request = requestText(server, body.mediaUrl, { Connection: 'close' })
    // The bucket's client opens at most 50 connections: if they were kept, the next picture would wait for ever.
    for (let round = 0; round < 12; round += 1) {
      await Promise.all(
        Array.from({ length: 10 }, (_, at) =>
          sendAndLeave(server, request, at % 2 ? 'in the middle' : { after: at }),
        ),
      )
    }
    const answers = await Promise.all(
      Array.from(
        { length: 60 },
        async () => (await (await fetch(`${server.url}${body.mediaUrl}`)).arrayBuffer()).byteLength,
      ),
    )
    expect(new Set(answers).size).toBe(1)
    expect(answers[0]).toBeGreaterThan(100_000)
  }, 60_000)

  it('a file that is missing there answers 404', async () => {
    const { body } = await upload(server, ann, jpeg)
    const inBucket = (await filesIn(bucketFolder)).filter((file) => file.includes(tokenOf(body.mediaUrl)))
    await Promise.all(inBucket.map((file) => rm(path.join(bucketFolder, file))))
    expect((await fetch(`${server.url}${body.mediaUrl}`, { headers: { cookie: ann.cookie() } })).status).toBe(
      404,
    )
  })

  it('videos are processed from there, and the original is deleted', async () => {
    const { body } = await upload(server, ann, await mp4(2), { name: 'a.mp4', type: 'video/mp4' })
    await ready(body.id)
    await expect.poll(() => keptOf(body.mediaUrl)).toEqual(['poster.webp', 'video.mp4'])
    expect(await inWork()).toEqual([])
    expect((await ann.get(body.mediaUrl.slice(4))).headers.get('content-type')).toBe('video/mp4')
  }, 60_000)

  it('an upload link leads to it directly; a post may name the file by that address without its query', async () => {
    const { body } = await ann.post<UploadUrlView>('/media/upload-url', {
      fileExtension: 'jpg',
      size: jpeg.length,
    })
    expect(new URL(body.uploadURL).origin).not.toBe(server.url)
    expect((await ann.post('/posts', { text: 'early', mediaUrl: body.uploadURL.split('?')[0] })).text).toBe(
      'That file has not arrived yet.',
    )
    const forged = await fetch(body.uploadURL.replace(/Signature=[0-9a-f]/, 'Signature=z'), {
      method: 'PUT',
      body: new Uint8Array(jpeg),
      headers: { 'content-type': body.contentType },
    })
    expect(forged.status).toBe(403)
    const sent = await fetch(body.uploadURL, {
      method: 'PUT',
      body: new Uint8Array(jpeg),
      headers: { 'content-type': body.contentType },
    })
    expect(sent.status).toBe(200)
    const post = await ann.post<PostView>('/posts', {
      text: 'By link',
      mediaUrl: body.uploadURL.split('?')[0],
      mediaType: 'image',
    })
    expect([post.status, post.body.mediaUrl]).toEqual([201, body.mediaUrl])
    expect(await keptOf(body.mediaUrl)).toEqual(['card.webp', 'full.webp'])
    expect((await visitor(server).get(body.mediaUrl.slice(4))).status).toBe(200)
  })

  it('a file uploaded by a link is checked at completion', async () => {
    const { body } = await ann.post<UploadUrlView>('/media/upload-url', { fileExtension: 'png', size: 6 })
    await fetch(body.uploadURL, {
      method: 'PUT',
      body: '<svg/>',
      headers: { 'content-type': body.contentType },
    })
    const answer = await ann.post(`/media/${body.id}/complete`)
    expect([answer.status, answer.text]).toEqual([
      400,
      'Invalid image format. Please use JPEG, PNG, WebP, or GIF.',
    ])
    expect([await keptOf(body.mediaUrl), (await ann.get(`/media/${body.id}`)).status]).toEqual([[], 404])
  })

  it('a link without a size leads to the server, which counts the bytes', async () => {
    const { body } = await ann.post<UploadUrlView>('/media/upload-url', { fileExtension: 'jpg' })
    expect(body.uploadURL).toMatch(/^\/api\/media\/direct\//)
    const sent = await fetch(`${server.url}${body.uploadURL}`, {
      method: 'PUT',
      body: new Uint8Array(jpeg),
      headers: { 'content-type': body.contentType, cookie: ann.cookie(), origin: server.url },
    })
    expect([sent.status, await keptOf(body.mediaUrl)]).toEqual([200, ['card.webp', 'full.webp']])
  })

  it('what is sent again to the link of a completed upload is removed when the link has expired', async () => {
    const { body } = await ann.post<UploadUrlView>('/media/upload-url', {
      fileExtension: 'jpg',
      size: jpeg.length,
    })
    const put = () =>
      fetch(body.uploadURL, {
        method: 'PUT',
        body: new Uint8Array(jpeg),
        headers: { 'content-type': body.contentType },
      })
    expect((await put()).status).toBe(200)
    expect((await ann.post(`/media/${body.id}/complete`)).status).toBe(200)
    expect((await put()).status).toBe(200)
    expect(await keptOf(body.mediaUrl)).toContain('arrival')
    const { JobModel } = await import('#server/platform/jobs/jobs.model.ts')
    const due = { kind: 'remove-late-arrival', state: 'waiting' } as const
    const [job] = await JobModel.find(due).sort({ _id: -1 }).lean()
    expect(job!.dueAt!.getTime()).toBeGreaterThan(Date.parse(body.expiresAt))
    await JobModel.updateMany(due, { $set: { dueAt: new Date() } })
    await expect.poll(() => keptOf(body.mediaUrl)).toEqual(['card.webp', 'full.webp'])
  })

  it('where the settings say so, browsers are sent there, by links that are signed', async () => {
    const [shown, own] = [await upload(server, ann, jpeg), await upload(server, ann, jpeg)]
    await ann.post('/posts', { text: 'x', mediaUrl: shown.body.mediaUrl })
    const other = await startServerProcess({
      MONGODB_URI: server.storeUri,
      ...bucket,
      S3_DOWNLOADS: 'links',
    })
    onTestFinished(() => other[Symbol.asyncDispose]())
    const sentTo = async (path: string, cookie = '') => {
      const answer = await fetch(`${other.url}${path}`, { redirect: 'manual', headers: { cookie } })
      return [
        answer.status,
        answer.headers.get('location') ?? '',
        answer.headers.get('cache-control'),
      ] as const
    }
    const [status, link, kept] = await sentTo(shown.body.mediaUrl)
    expect([status, new URL(link).origin, kept]).toEqual([302, bucket['S3_ENDPOINT'], 'public, max-age=3600'])
    const { headers } = await fetch(link)
    expect([headers.get('content-type'), headers.get('cache-control')]).toEqual([
      'image/webp',
      'public, max-age=86400, must-revalidate',
    ])
    const part = await fetch(link, { headers: { range: 'bytes=100-199' } })
    expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 100])
    // Caches know it again.
    expect((await sentTo(shown.body.mediaUrl))[1]).toBe(link)
    expect((await fetch(link.replace(/Signature=[0-9a-f]/, 'Signature=z'))).status).toBe(403)

    expect((await sentTo(own.body.mediaUrl))[0]).toBe(404)
    const [forAnn, privateLink, privately] = await sentTo(own.body.mediaUrl, ann.cookie())
    expect([forAnn, privately]).toEqual([302, 'private, no-store'])
    const answer = await fetch(privateLink)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    const policy = (await fetch(`${other.url}/healthz`)).headers.get('content-security-policy')
    expect(policy).toContain(`img-src 'self' data: blob: ${bucket['S3_ENDPOINT']};`)
    expect(policy).toContain(`media-src 'self' blob: ${bucket['S3_ENDPOINT']};`)
  }, 60_000)

  it('a CDN gets the files that everybody may see', async () => {
    const [shown, own] = [await upload(server, ann, jpeg), await upload(server, ann, jpeg)]
    await ann.post('/posts', { text: 'x', mediaUrl: shown.body.mediaUrl })
    const { config } = await import('#server/platform/config.ts')
    config.CDN_URL = 'https://cdn.example/files/'
    const sentTo = (path: string) =>
      fetch(`${server.url}${path}`, { redirect: 'manual', headers: { cookie: ann.cookie() } })
    const [first, second] = [await sentTo(shown.body.mediaUrl), await sentTo(own.body.mediaUrl)]
    delete config.CDN_URL
    expect([first.status, first.headers.get('location')]).toEqual([
      302,
      `https://cdn.example/files/${tokenOf(shown.body.mediaUrl)}/full.webp`,
    ])
    expect(second.status).toBe(200)
  })

  it('while the bucket is away pictures and uploads are answered with 503 and when to try again', async () => {
    const { body } = await upload(server, ann, jpeg)
    await ann.post('/posts', { text: 'x', mediaUrl: body.mediaUrl })
    await s3.close()
    const picture = await fetch(`${server.url}${body.mediaUrl}`)
    const sent = await upload(server, ann, jpeg)
    expect([picture.status, Number(picture.headers.get('retry-after')) > 0]).toEqual([503, true])
    expect(sent.status).toBe(503)
    await until('it is told', async () =>
      (await readiness()).startsWith('ready\nbucket: The bucket does not answer'),
    )
    expect(await inWork()).toEqual([])
    await restartS3()
    expect((await fetch(`${server.url}${body.mediaUrl}`)).status).toBe(200)
    expect((await upload(server, ann, jpeg)).status).toBe(201)
    await until('it is over', async () => (await readiness()) === 'ready')
  }, 120_000)

  it('the CSP lets the page upload there', async () => {
    const { headers } = await fetch(`${server.url}/healthz`)
    expect(headers.get('content-security-policy')).toContain(`connect-src 'self' ${process.env.S3_ENDPOINT}`)
  })
})
