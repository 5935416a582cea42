import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { LIMITS } from '#contract/limits.ts'
import { MEDIA_MESSAGES, claimedKind, invalidVideoFormat, type FileClaim } from '#contract/media.constants.ts'
import { VOICE, VOICE_MESSAGES } from '#contract/media.voice.ts'
import { config } from '#server/platform/config.ts'
import { HttpError, badRequest } from '#server/platform/errors.ts'

/** The type of a file, by its first bytes. */
export interface Recognised {
  kind: 'image' | 'video' | 'audio'
  /** MIME type by those bytes. */
  type: string
}

type Claim = Pick<FileClaim, 'type' | 'name'>

const WORK = path.resolve(config.UPLOADS_DIR, '.work')

/** Working folder of an upload; deleted afterwards. */
export const workFolder = (token: string): string => path.join(WORK, token)
/** Working folder of a queued video. The upload's own folder is deleted with its answer. */
export const jobFolder = (token: string): string => path.join(WORK, `${token}.job`)
export const clearWork = (token: string): Promise<void> =>
  rm(workFolder(token), { recursive: true, force: true })

const OLD_MS = 24 * 3600_000
/** Deletes folders that a stopped server left. */
export async function clearOldWork(now = Date.now()): Promise<void> {
  await mkdir(WORK, { recursive: true })
  for (const name of await readdir(WORK)) {
    const folder = path.join(WORK, name)
    const there = await stat(folder).catch(() => null) // its owner may have deleted it just now
    if (there && now - there.mtimeMs > OLD_MS) await rm(folder, { recursive: true, force: true })
  }
}

/** Path of the uploaded file; only sharp and ffmpeg read it. */
export async function arrivalPath(token: string): Promise<string> {
  await mkdir(workFolder(token), { recursive: true })
  return path.join(workFolder(token), 'arrival')
}

/**
 * Streams an uploaded file to disk. Its first bytes decide its type and its size limit; a wrong one is
 * refused before the rest arrives. Throws 400 and 413 with the product's messages.
 */
export async function receive(source: Readable, target: string, claim: Claim): Promise<Recognised> {
  let recognised: Recognised | null = null
  await pipeline(
    source,
    (chunks: AsyncIterable<Buffer>) => inspected(chunks, claim, (found) => void (recognised = found)),
    createWriteStream(target),
  )
  return recognised ?? (await recognise(Buffer.alloc(0), claim))
}

/** Enough of a file to detect its type. */
export const HEAD_BYTES = 4100

async function* inspected(
  chunks: AsyncIterable<Buffer>,
  claim: Claim,
  tell: (found: Recognised) => void,
): AsyncGenerator<Buffer> {
  let head: Buffer | null = Buffer.alloc(0)
  let kind: Recognised['kind'] = 'image'
  let seen = 0
  const open = async (bytes: Buffer) => {
    const found = await recognise(bytes, claim)
    kind = found.kind
    tell(found)
    head = null
  }
  for await (const chunk of chunks) {
    seen += chunk.length
    let ready = chunk
    if (head) {
      head = ready = Buffer.concat([head, chunk])
      if (head.length < HEAD_BYTES) continue
      await open(head)
    }
    assertSize(seen, kind)
    yield ready
  }
  if (!head) return
  const rest = head
  await open(rest)
  yield rest
}

const LIMIT = {
  image: { bytes: LIMITS.imageBytes, sentence: MEDIA_MESSAGES.imageTooLarge },
  video: { bytes: LIMITS.videoBytes, sentence: MEDIA_MESSAGES.videoTooLarge },
  audio: { bytes: VOICE.bytes, sentence: VOICE_MESSAGES.tooLarge },
} as const

function assertSize(seen: number, kind: Recognised['kind']): void {
  if (seen > LIMIT[kind].bytes) throw new HttpError(413, LIMIT[kind].sentence)
}

const IMAGES: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/apng',
  'image/webp',
  'image/gif',
])
const VIDEOS: ReadonlySet<string> = new Set([
  'video/mp4',
  'video/quicktime',
  'video/x-m4v',
  'video/webm',
  'video/vnd.avi',
])

/** Containers in which browsers record sound. */
const RECORDINGS: ReadonlySet<string> = new Set([
  'video/webm',
  'audio/ogg',
  'video/mp4',
  'audio/mp4',
  'audio/x-m4a',
])

/**
 * Detects a file's type by its first bytes. The claimed type tells a recording from a video in the same container;
 * otherwise it only chooses the error message.
 */
export async function recognise(head: Buffer, claim: Claim): Promise<Recognised> {
  const { fileTypeFromBuffer } = await import('file-type')
  const type = ((await fileTypeFromBuffer(head))?.mime ?? '').replace(/;.*/, '')
  if (claim.type.startsWith('audio/')) {
    if (RECORDINGS.has(type)) return { kind: 'audio', type }
    throw badRequest(MEDIA_MESSAGES.notMedia)
  }
  if (IMAGES.has(type)) return { kind: 'image', type }
  if (VIDEOS.has(type)) return { kind: 'video', type }
  const kind = claimedKind({ type, name: '' }) ?? claimedKind(claim)
  if (kind === 'image') throw badRequest(MEDIA_MESSAGES.invalidImage)
  throw badRequest(kind === 'video' ? invalidVideoFormat(type) : MEDIA_MESSAGES.notMedia)
}
