import type { Answer } from './answer.ts'
import { streamed, type StreamSource } from './send-stream.ts'

interface Download {
  /** As it lies in the person's folder of downloads. */
  name: string
  type: string
  /** Begins it; not called where nobody is there to read. What it throws becomes the answer. */
  open: () => StreamSource | Promise<StreamSource>
}

/** A file that is made while it is sent: whatever its size, the server holds a few pieces of it. */
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
export const dated = (name: string, extension: string, now = new Date()): string =>
  `${name}-${now.toISOString().slice(0, 10)}.${extension}`

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
