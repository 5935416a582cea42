import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { UploadUrlView, type UploadView } from '#contract/media.ts'
import type { PostView } from '#contract/posts.ts'
import { person, type Person } from '#tests/support/http-client.ts'
import { filesIn, mp4, noise, replyOf } from '#tests/support/media.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let ann: Person
let bob: Person
let jpeg: Buffer

beforeAll(async () => {
  server = await startTestServer()
  ;[ann, bob] = await Promise.all([person(server, 'ann'), person(server, 'bob')])
  jpeg = await noise(300, 200).jpeg().toBuffer()
})
afterAll(() => server.close())

const link = async (input: object, who: Person = ann) => who.post<UploadUrlView>('/media/upload-url', input)
async function put(
  uploadURL: string,
  bytes: Buffer,
  { type = 'image/jpeg', who = ann }: { type?: string; who?: Person } = {},
) {
  return replyOf(
    await fetch(`${server.url}${uploadURL}`, {
      method: 'PUT',
      body: new Uint8Array(bytes),
      headers: { 'content-type': type, cookie: who.cookie() },
    }),
  )
}

describe('An upload link', () => {
  it("accepts one file in one PUT; its address without the query is the file's", async () => {
    const { status, body } = await link({ fileExtension: 'jpg' })
    expect([status, UploadUrlView.parse(body)]).toEqual([200, body])
    const sent = await put(body.uploadURL, jpeg)
    expect(sent).toMatchObject({ status: 200, body: { id: body.id, state: 'ready', width: 300 } })
    expect((await ann.post<UploadView>(`/media/${body.id}/complete`)).body).toEqual(sent.body)
    const post = await ann.post<PostView>('/posts', {
      text: 'By link',
      mediaUrl: body.uploadURL.split('?')[0],
      mediaType: 'image',
    })
    expect([post.status, post.body.mediaUrl]).toEqual([201, sent.body.mediaUrl])
    const again = await put(body.uploadURL, jpeg)
    expect([again.status, again.text]).toEqual([400, 'That upload link is too old. Please try again.'])
  })

  it('is for one person, type and size, and lasts ten minutes', async () => {
    const { body } = await link({ fileExtension: '.JPG', size: jpeg.length })
    const forged = body.uploadURL.replace(/signature=./, 'signature=~')
    const answers = [
      await put(body.uploadURL, jpeg, { who: bob }),
      await put(forged, jpeg),
      await put(body.uploadURL, jpeg, { type: 'image/png' }),
      await put(body.uploadURL, jpeg.subarray(1)),
    ]
    expect(answers.map(({ status }) => status)).toEqual([403, 400, 415, 400])
    const { MediaModel } = await import('#server/features/media/media.model.ts')
    const { link: terms } = (await MediaModel.findById(body.id).lean())!
    await MediaModel.updateOne({ _id: body.id }, { $set: { 'link.expiresAt': new Date(Date.now() - 1) } })
    expect((await put(body.uploadURL, jpeg)).status).toBe(400)
    await MediaModel.updateOne({ _id: body.id }, { $set: { link: terms } })
    expect((await put(body.uploadURL, jpeg)).status).toBe(200)
  })

  it('applies the same checks: an invalid picture leaves nothing', async () => {
    const { body } = await link({ fileExtension: 'png' })
    const { status, text } = await put(body.uploadURL, Buffer.from('<svg/>'), { type: 'image/png' })
    expect([status, text]).toEqual([400, 'Invalid image format. Please use JPEG, PNG, WebP, or GIF.'])
    expect((await ann.get(`/media/${body.id}`)).status).toBe(404)
    const token = /[0-9a-f]{32}/.exec(body.mediaUrl)![0]
    expect((await filesIn(process.env.UPLOADS_DIR!)).filter((file) => file.includes(token))).toEqual([])
  })

  it('is not issued for a type that would be refused, and is not complete before the file has arrived', async () => {
    const answers = [
      await link({ fileExtension: 'svg' }),
      await link({ fileExtension: 'exe' }),
      await link({}),
      await link({ fileExtension: '../x' }),
      await link({ fileExtension: 'jpg', size: 11 * 1024 * 1024 }),
      await link({ fileExtension: 'jpg', purpose: 'blog' }),
    ]
    expect(answers.map(({ status, text }) => [status, text])).toEqual([
      [400, 'Please select an image or video file.'],
      [400, 'Please select an image or video file.'],
      [400, 'Please select an image or video file.'],
      [400, 'Please select an image or video file.'],
      [400, 'Image file is too large. Maximum size is 10MB.'],
      [403, 'You are not allowed to do that.'],
    ])
    const { body } = await link({ fileExtension: 'jpg' })
    const early = await ann.post(`/media/${body.id}/complete`)
    expect([early.status, early.text]).toEqual([400, 'That file has not arrived yet.'])
  })
})

describe('A server without ffmpeg', () => {
  it('says that video is off, and accepts pictures', async () => {
    expect((await ann.get('/media/limits')).body).toEqual({
      video: false,
      imageBytes: 10 * 1024 * 1024,
      videoBytes: 500 * 1024 * 1024,
      videoSeconds: 60,
    })
    const { body } = await link({ fileExtension: 'mp4' })
    const { status, text } = await put(body.uploadURL, await mp4(1), { type: 'video/mp4' })
    expect([status, text]).toEqual([400, 'You cannot use video here for now. Pictures work.'])
  })
})
