import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyHeaders } from '@fastify/busboy'
import type { Request } from 'express'
import { MEDIA_MESSAGES, type FileClaim } from '#contract/media.constants.ts'
import { HttpError, badRequest } from '#server/platform/errors.ts'
import { bodyOf } from '#server/platform/http/body.ts'

// One file and little else: browsers send no form with a thousand fields.
const LIMITS = { files: 1, fields: 10, parts: 12, fieldSize: 1024, fieldNameSize: 100, headerPairs: 20 }

/** `whole` resolves when the rest of the form has arrived, and rejects when the form is invalid. */
type Take<T> = (file: Readable, claim: Pick<FileClaim, 'type' | 'name'>, whole: Promise<void>) => Promise<T>

const OVER_LIMITS = ['partsLimit', 'filesLimit', 'fieldsLimit'] as const

/**
 * Streams the file of a multipart form (field 'file') to `take` and returns its result. When the client
 * disconnects, `take`'s stream fails. Throws 400 without a file, with several, or with too many other parts.
 */
export async function receiveForm<T>(req: Request, take: Take<T>): Promise<T> {
  const parser = openParser(req)
  const body = bodyOf(req)
  /** `reason`: the first error; the others follow from it. */
  const form: { file?: Readable; taken?: Promise<T>; reason?: Error } = {}
  const whole = Promise.withResolvers<void>()
  whole.promise.catch(() => undefined)
  const fail = (error: unknown): Error => {
    form.reason ??= error instanceof HttpError ? error : badRequest(MEDIA_MESSAGES.mediaBroken)
    form.file?.destroy(form.reason)
    whole.reject(form.reason)
    return form.reason
  }
  parser.on('error', fail)
  // Where the end mark comes twice, the parser ends by itself, and nobody would read the rest.
  const pieces = inPieces()
  parser.once('unpipe', () => pieces.resume())
  // By default the parser only skips what is above its limits, at a cost for each part.
  for (const limit of OVER_LIMITS) parser.once(limit, () => parser.destroy(badRequest()))
  parser.on('file', (field, file, name, _encoding, type) => {
    if (field !== 'file' || form.reason) return void file.resume()
    // The pipeline of `take` handles errors; before it is set up they must not end the process.
    form.file = file.on('error', () => undefined)
    form.taken = take(file, { type, name: name ?? '' }, whole.promise)
    // Refused early: stop reading the rest.
    form.taken.catch((error: Error) => {
      form.reason ??= error
      parser.destroy(error)
    })
  })
  try {
    await pipeline(body, pieces, parser)
    whole.resolve()
  } catch (error) {
    const reason = fail(error)
    // Answer only when the file is cleaned up.
    await form.taken?.catch(() => undefined)
    throw reason
  }
  if (!form.taken) throw badRequest(MEDIA_MESSAGES.uploadEmpty)
  return form.taken
}

/** Bytes. The parser ends a piece even when it is over its limits: 64 kB of empty parts take 50 ms and more. */
const PIECE = 8 * 1024
const inPieces = (): Transform =>
  new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (let at = 0; at < chunk.length; at += PIECE) this.push(chunk.subarray(at, at + PIECE))
      done()
    },
  })

function openParser(req: Request): InstanceType<typeof Busboy> {
  // The parser takes other forms too.
  if (!req.is('multipart/form-data')) throw badRequest(MEDIA_MESSAGES.uploadEmpty)
  try {
    return new Busboy({ headers: req.headers as BusboyHeaders, limits: LIMITS })
  } catch {
    throw badRequest(MEDIA_MESSAGES.uploadEmpty) // not a form
  }
}
