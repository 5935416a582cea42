import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyHeaders } from '@fastify/busboy'
import type { Request } from 'express'
import { MEDIA_MESSAGES, type FileClaim } from '#contract/media.constants.ts'
import { HttpError, badRequest } from '#server/platform/errors.ts'
import { bodyOf } from '#server/platform/http/body.ts'

// One file and little else: a form of a thousand fields is nobody's browser.
const LIMITS = { files: 1, fields: 10, parts: 12, fieldSize: 1024, fieldNameSize: 100, headerPairs: 20 }

/**
 * `whole` settles when the rest of the form has come too, and fails where it is not what a form for one file
 * may be.
 */
type Take<T> = (file: Readable, claim: Pick<FileClaim, 'type' | 'name'>, whole: Promise<void>) => Promise<T>

const OVER_LIMITS = ['partsLimit', 'filesLimit', 'fieldsLimit'] as const

/**
 * Hands the file of a multipart form (field 'file') over while it arrives; answers what `take` made of it.
 * When the sender goes away in the middle, `take`'s stream fails too. Throws 400 where there is no file, more
 * than one or too much beside it.
 */
export async function receiveForm<T>(req: Request, take: Take<T>): Promise<T> {
  const parser = openParser(req)
  /** `reason`: what went wrong first; everything else follows from it. */
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
  // By itself the parser only skips what is over its limits, at a cost for each part.
  for (const limit of OVER_LIMITS) parser.once(limit, () => parser.destroy(badRequest()))
  parser.on('file', (field, file, name, _encoding, type) => {
    if (field !== 'file' || form.reason) return void file.resume()
    // Whoever takes it hears by their pipeline; before that it must not end the process.
    form.file = file.on('error', () => undefined)
    form.taken = take(file, { type, name: name ?? '' }, whole.promise)
    // Refused before all has come: nobody reads on.
    form.taken.catch((error: Error) => {
      form.reason ??= error
      parser.destroy(error)
    })
  })
  try {
    await pipeline(bodyOf(req), parser)
    whole.resolve()
  } catch (error) {
    const reason = fail(error)
    // Answered once nothing of it is left.
    await form.taken?.catch(() => undefined)
    throw reason
  }
  if (!form.taken) throw badRequest(MEDIA_MESSAGES.uploadEmpty)
  return form.taken
}

function openParser(req: Request): InstanceType<typeof Busboy> {
  try {
    return new Busboy({ headers: req.headers as BusboyHeaders, limits: LIMITS })
  } catch {
    throw badRequest(MEDIA_MESSAGES.uploadEmpty) // no form at all
  }
}
