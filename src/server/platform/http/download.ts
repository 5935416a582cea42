import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { logger } from '../logger.ts'
import type { Answer } from './answer.ts'

interface Download {
  /** As it lies in the person's folder of downloads. */
  name: string
  type: string
  /** Made piece by piece, no quicker than it is taken. */
  body: Readable | AsyncIterable<string | Buffer>
}

/** A file that is made while it is sent: whatever its size, the server holds a few pieces of it. */
export const download = ({ name, type, body }: Download): Answer => ({
  status: 200,
  send(req, res) {
    res.status(200).set({ 'Content-Type': type, 'Content-Disposition': `attachment; filename="${name}"`, 'Cache-Control': 'private, no-store' })
    if (req.method === 'HEAD') return void res.end()
    const pieces = body instanceof Readable ? body : Readable.from(body)
    pipeline(pieces, res).catch((error: NodeJS.ErrnoException) => {
      // Who gives up in the middle is no error; everything else ends the connection, because the headers are out.
      if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') logger.error({ err: error }, 'a download could not be finished')
      res.destroy()
    })
  },
})

/** A file's name with the date in it. */
export const dated = (name: string, extension: string, now = new Date()): string => `${name}-${now.toISOString().slice(0, 10)}.${extension}`

/** Joins small pieces, so that a line is not a packet. */
export async function* inChunks(pieces: AsyncIterable<string>, size = 16_384): AsyncGenerator<string> {
  let chunk = ''
  for await (const piece of pieces) {
    chunk += piece
    if (chunk.length < size) continue
    yield chunk
    chunk = ''
  }
  if (chunk) yield chunk
}
