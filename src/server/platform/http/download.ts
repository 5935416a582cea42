import type { Answer } from './answer.ts'
import { streamed, type StreamSource } from './send-stream.ts'
import { clock } from '../clock.ts'

interface Download {
  /** The name of the downloaded file. */
  name: string
  type: string
  /** Starts it; not called when the client has left. Its error becomes the response. */
  open: () => StreamSource | Promise<StreamSource>
}

/** A file that is made while it is sent: the server holds only a few pieces of it. */
export const download = ({ name, type, open }: Download): Answer =>
  streamed({
    status: 200,
    headers: {
      'Content-Type': type,
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'private, no-store',
    },
    open,
  })

/** A file's name with the date in it. */
export const dated = (name: string, extension: string, now = clock.date()): string =>
  `${name}-${now.toISOString().slice(0, 10)}.${extension}`

/** Joins small pieces, so that not every line is a packet. */
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
