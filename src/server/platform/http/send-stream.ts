import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Request, Response } from 'express'
import { logger } from '../logger.ts'
import type { Answer } from './answer.ts'

interface StreamAnswer {
  status: number
  headers: Record<string, string>
  /** Called only while the client is connected. Its error becomes the response: no header is sent yet. */
  open: () => StreamSource | Promise<StreamSource>
}

/**
 * Bytes to send. A generator runs only as fast as the client reads, and its `finally` runs when the client
 * leaves.
 */
export type StreamSource = Readable | AsyncIterable<string | Buffer>

/**
 * The one way to answer with a stream. The source is opened late and destroyed on every way out: the client
 * left before, while it was opened or while it was sent; the source failed; everything was sent. Node ends
 * the process when a file that nobody closed is collected, so nothing else may pipe into a response.
 */
export const streamed = (answer: StreamAnswer): Answer => ({
  status: answer.status,
  send(req, res) {
    if (req.method !== 'HEAD') return sendStream(req, res, answer)
    res.status(answer.status).set(answer.headers).end()
  },
})

async function sendStream(
  req: Request,
  res: Response,
  { status, headers, open }: StreamAnswer,
): Promise<void> {
  if (hasLeft(req, res)) return
  const opened = await open()
  const source = opened instanceof Readable ? opened : Readable.from(opened)
  // The pipeline handles errors; before and after it, none may end the process.
  source.on('error', () => undefined)
  try {
    if (hasLeft(req, res)) return
    res.status(status).set(headers)
    await pipeline(source, res)
  } catch (error) {
    // A client that leaves is no error. Any other error closes the connection, because the headers are sent.
    const left = (error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE'
    if (!left) logger.error({ err: error, path: req.path }, 'a stream could not be sent')
    res.destroy()
  } finally {
    source.destroy()
  }
}

const hasLeft = (req: Request, res: Response): boolean =>
  res.destroyed || res.writableEnded || req.socket.destroyed
