import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyHeaders } from '@fastify/busboy'
import type { Request } from 'express'
import { MEDIA_SENTENCES, type FileClaim } from '#contract/media.facts.ts'
import { badRequest } from '#server/platform/errors.ts'
import { bodyOf } from '#server/platform/http/body.ts'

// One file and little else: a form of a thousand fields is nobody's browser.
const LIMITS = { files: 1, fields: 10, parts: 12, fieldSize: 1024, fieldNameSize: 100, headerPairs: 20 }

type Take<T> = (file: Readable, claim: Pick<FileClaim, 'type' | 'name'>) => Promise<T>

/**
 * Hands the file of a multipart form (field 'file') over while it arrives; answers what `take` made of it. When the sender
 * goes away in the middle, `take`'s stream fails too. Throws 400 where there is no file.
 */
export async function receiveForm<T>(req: Request, take: Take<T>): Promise<T> {
  const parser = openParser(req)
  const form: { file?: Readable; taken?: Promise<T> } = {}
  parser.on('error', () => undefined)
  parser.on('file', (field, file, name, _encoding, type) => {
    if (field !== 'file' || form.taken) return void file.resume()
    // Whoever takes it hears by their pipeline; before that it must not end the process.
    form.file = file.on('error', () => undefined)
    form.taken = take(file, { type, name: name ?? '' })
    // Refused before all has come: nobody reads on.
    form.taken.catch((error: Error) => parser.destroy(error))
  })
  try {
    await pipeline(bodyOf(req), parser)
  } catch (error) {
    form.file?.destroy(error as Error)
    // What was refused says why; what broke off has no better reason than that.
    await form.taken
    throw error
  }
  if (!form.taken) throw badRequest(MEDIA_SENTENCES.uploadEmpty)
  return form.taken
}

function openParser(req: Request): InstanceType<typeof Busboy> {
  try {
    return new Busboy({ headers: req.headers as BusboyHeaders, limits: LIMITS })
  } catch {
    throw badRequest(MEDIA_SENTENCES.uploadEmpty) // no form at all
  }
}
