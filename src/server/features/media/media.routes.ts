import { z } from 'zod'
import { LinkCardAnswer, LinkCardInput } from '#contract/link-cards.ts'
import { LIMITS } from '#contract/limits.ts'
import { MEDIA_MESSAGES } from '#contract/media.constants.ts'
import { MediaLimitsView, UploadQuery, UploadUrlInput, UploadUrlView, UploadView } from '#contract/media.ts'
import { Id } from '#contract/primitives.ts'
import { MESSAGES } from '#contract/errors.ts'
import { plainAddress } from '#contract/web-addresses.ts'
import { HttpError } from '#server/platform/errors.ts'
import { created } from '#server/platform/http/answer.ts'
import { routesOf } from '#server/platform/http/route.ts'
import { rateLimit } from '#server/platform/rate-limit.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { presentLinkCard } from './link-cards/link-cards.present.ts'
import { linkCardOf } from './link-cards/link-cards.service.ts'
import { completeUpload, receivePut, uploadLink } from './media-links.ts'
import { receiveForm } from './media-multipart.ts'
import { FILENAME } from './media-names.ts'
import { presentUpload } from './media.present.ts'
import { dropUpload, ownUpload, waitingUploads } from './media-records.ts'
import { serveFile } from './media-serve.ts'
import { countUpload, receiveUpload, uploadRate } from './media-uploads.ts'
import { canMakeVideos } from './video/ffmpeg.ts'

// A page of the feed shows forty files.
const fileRate = rateLimit('files', 6000, 300, { forVisitors: true })

const route = routesOf({ tag: 'media', access: 'user' })
const OneUpload = z.object({ id: Id })
const OneFile = z.object({ filename: z.string().regex(FILENAME, MESSAGES.notFound) })

/** Room for the form around its file. */
const FORM_BYTES = 64 * 1024

/** Checks rate and size before anything is read. Throws 411, 413 and 429. */
async function assertRoom(viewer: Viewer, length: string | undefined): Promise<void> {
  if (!length) throw new HttpError(411, MESSAGES.invalidInput)
  if (Number(length) > LIMITS.videoBytes + FORM_BYTES) throw new HttpError(413, MEDIA_MESSAGES.videoTooLarge)
  await countUpload(viewer, Number(length))
}

export const mediaRoutes = [
  route.post('/media/upload', {
    summary: 'Upload a picture, video or recording: multipart/form-data, field file',
    limit: uploadRate,
    takesFile: true,
    afterConfirmation: true,
    query: UploadQuery,
    answers: { 201: UploadView },
    handle: async ({ viewer, query, req }) => {
      await assertRoom(viewer, req.headers['content-length'])
      return created(
        await receiveForm(req, (file, claim, whole) =>
          receiveUpload(viewer, query.purpose, claim, file, whole),
        ),
      )
    },
  }),
  route.post('/media/upload-url', {
    summary: 'A link that accepts one file with one PUT',
    limit: uploadRate,
    afterConfirmation: true,
    body: UploadUrlInput,
    answers: { 200: UploadUrlView },
    handle: ({ viewer, body }) => uploadLink(viewer, body),
  }),
  route.put('/media/direct/:filename', {
    summary: 'PUT of a file to the link of upload-url',
    limit: uploadRate,
    takesFile: true,
    afterConfirmation: true,
    params: OneFile,
    query: z.object({ signature: z.string().max(100) }),
    answers: { 200: UploadView },
    handle: async ({ viewer, params, query, req }) => {
      await assertRoom(viewer, req.headers['content-length'])
      return receivePut(viewer, params.filename, query.signature, req)
    },
  }),
  route.get('/media/limits', {
    summary: 'Types and limits of uploads, and whether video is on',
    access: 'visitor',
    limit: 'read',
    answers: { 200: MediaLimitsView },
    handle: async () => ({
      video: await canMakeVideos(),
      imageBytes: LIMITS.imageBytes,
      videoBytes: LIMITS.videoBytes,
      videoSeconds: LIMITS.videoSeconds,
    }),
  }),
  route.get('/media/uploads', {
    summary: 'Your unused uploads, newest first',
    limit: 'read',
    answers: { 200: z.array(UploadView) },
    handle: ({ viewer }) => waitingUploads(viewer),
  }),
  route.get('/media/direct/:filename', {
    summary: 'A picture, video or voice message, whole or by Range',
    access: 'visitor',
    limit: fileRate,
    params: OneFile,
    query: z.object({ pass: z.string().max(100).optional() }),
    answers: { 200: null, 206: null, 304: null },
    handle: async ({ viewer, params, query, req }) => serveFile(viewer, params.filename, req, query.pass),
  }),
  route.get('/media/:id', {
    summary: 'Your own upload, with its progress',
    limit: 'read',
    params: OneUpload,
    answers: { 200: UploadView },
    handle: async ({ viewer, params }) => presentUpload(await ownUpload(viewer, params.id)),
  }),
  route.post('/media/:id/complete', {
    summary: 'Complete an upload after its file was sent to the link',
    limit: 'write',
    params: OneUpload,
    answers: { 200: UploadView },
    handle: ({ viewer, params }) => completeUpload(viewer, params.id),
  }),
  route.delete('/media/:id', {
    summary: 'Delete an unused upload',
    limit: 'write',
    params: OneUpload,
    answers: { 204: null },
    handle: ({ viewer, params }) => dropUpload(viewer, params.id),
  }),
  route.post('/link-cards', {
    summary: 'The card that a link will have in a post; it may take ten seconds',
    limit: 'write',
    afterConfirmation: true,
    body: LinkCardInput,
    answers: { 200: LinkCardAnswer },
    handle: async ({ viewer, body }) => {
      const card = await linkCardOf(plainAddress(body.url), viewer)
      return { card: card && presentLinkCard(card) }
    },
  }),
]
