import type { Request } from 'express'
import { notFound } from '#server/platform/errors.ts'
import { clock } from '#server/platform/clock.ts'
import { config } from '#server/platform/config.ts'
import { HOUR } from '#server/platform/durations.ts'
import { redirectAway, type Answer } from '#server/platform/http/answer.ts'
import { streamed, type StreamSource } from '#server/platform/http/send-stream.ts'
import { logger } from '#server/platform/logger.ts'
import { storage, type ByteRange } from '#server/platform/storage/storage.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { MediaModel, type MediaDocument, type MediaFile } from './media.model.ts'
import { CONTENT_TYPE, isMain, mediaKeyOf, parseFilename } from './media-names.ts'
import { canSeeMedia, holdsPass, isShownTo, isPublicMedia } from './media.policy.ts'

type Served = Pick<MediaDocument, 'token' | 'state' | 'files' | 'ownerId' | 'usedBy'>

const FIELDS = { token: 1, state: 1, files: 1, ownerId: 1, usedBy: 1 } as const
/**
 * A file never changes under its name, but it may be deleted: caches keep it for a day. Revalidation costs a
 * 304.
 */
const FOR_A_DAY = 'public, max-age=86400, must-revalidate'
const NOT_KEPT = 'private, no-store'
/** A browser keeps the redirect for an hour: for so long a public link is the same, and then valid for long enough to see a video. */
const LINK_KEPT = 'public, max-age=3600'
const LINK_MS = 4 * HOUR
/** If a browser ever treats a file as a page, it can do nothing (SECURITY, Uploads). */
const HARMLESS = "sandbox; default-src 'none'"

/** A file, whole or in part. Throws 404 when there is none, or the viewer may not see it. */
export async function serveFile(
  viewer: Viewer | null,
  filename: string,
  req: Request,
  pass?: string,
): Promise<Answer> {
  const { token, role } = parseFilename(filename)!
  const media = await MediaModel.findOne({ token }, FIELDS).lean<Served>()
  const file = media?.files.find((one) => (role === null ? isMain(one.role) : one.role === role))
  if (!media || !file || media.state !== 'ready') throw notFound()
  if (!canSeeMedia(viewer, media) && !holdsPass(viewer, token, pass) && !(await isShownTo(viewer, media)))
    throw notFound()
  const address = await addressOutside(media, file)
  return address
    ? redirectAway(address, { 'Cache-Control': keptFor(media, LINK_KEPT) })
    : fileAnswer(media, file, req)
}

const keptFor = (media: Served, publicly: string): string => (isPublicMedia(media) ? publicly : NOT_KEPT)

/** Where the settings send browsers for this file; null where this server sends it. */
async function addressOutside(media: Served, { role }: MediaFile): Promise<string | null> {
  const isPublic = isPublicMedia(media)
  const key = mediaKeyOf(media.token, role)
  if (isPublic && config.CDN_URL) return `${config.CDN_URL.replace(/\/$/, '')}/${key}`
  if (config.S3_DOWNLOADS === 'server') return null
  const now = clock.now()
  return (await storage()).downloadLink(key, {
    type: CONTENT_TYPE[role],
    cacheControl: keptFor(media, FOR_A_DAY),
    from: new Date(isPublic ? now - (now % HOUR) : now),
    seconds: LINK_MS / 1000,
  })
}

function fileAnswer(media: Served, { role, bytes }: MediaFile, req: Request): Answer {
  const etag = `"${media.token}-${role}"`
  const headers = {
    ETag: etag,
    'Cache-Control': keptFor(media, FOR_A_DAY),
    'Content-Type': CONTENT_TYPE[role],
    'Content-Security-Policy': HARMLESS,
    'Accept-Ranges': 'bytes',
  }
  if (isUnchanged(req.headers['if-none-match'], etag)) return bodiless(304, headers)
  const range = rangeOf(req, bytes, etag)
  if (range === 'unsatisfiable') return bodiless(416, { ...headers, 'Content-Range': `bytes */${bytes}` })
  const { start, end } = range ?? { start: 0, end: bytes - 1 }
  const part = {
    ...headers,
    'Content-Length': String(end - start + 1),
    ...(range && { 'Content-Range': `bytes ${start}-${end}/${bytes}` }),
  }
  const status = range ? 206 : 200
  return streamed({ status, headers: part, open: () => opened(media.token, role, range ?? undefined) })
}

async function opened(
  token: string,
  role: MediaFile['role'],
  range: ByteRange | undefined,
): Promise<StreamSource> {
  const file = await (await storage()).read(mediaKeyOf(token, role), range)
  if (file) return file
  logger.error({ token, role }, 'a file is gone from the storage, though its upload is there')
  throw notFound()
}

const bodiless = (status: number, headers: Record<string, string>): Answer => ({
  status,
  send: (_req, res) => void res.status(status).set(headers).end(),
})

/**
 * Whether the client's cache has it. If-None-Match may name several ETags, and a compressing proxy marks them
 * as weak (RFC 9110, 13.1.2).
 */
const isUnchanged = (named: string | undefined, etag: string): boolean =>
  named?.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag) ?? false

/** The requested range; null for the whole file. Several ranges get the whole file, which is allowed. */
function rangeOf(req: Request, bytes: number, etag: string): ByteRange | 'unsatisfiable' | null {
  const condition = req.headers['if-range']
  const ranges =
    condition === undefined || condition === etag ? req.range(bytes, { combine: true }) : undefined
  if (ranges === -1) return 'unsatisfiable'
  return Array.isArray(ranges) && ranges.type === 'bytes' && ranges.length === 1 ? ranges[0]! : null
}
