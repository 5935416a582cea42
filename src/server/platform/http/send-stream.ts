import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Request, Response } from 'express'
import { logger } from '../logger.ts'
import type { Answer } from './answer.ts'

interface StreamAnswer {
  status: number
  headers: Record<string, string>
  /**
   * Called only when somebody is there to read. What it throws becomes the answer, because no header is out
   * yet.
   */
  open: () => StreamSource | Promise<StreamSource>
}

/**
 * Bytes to send; a generator is run no quicker than it is read, and its `finally` runs when the reader
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
  // The pipeline hears of errors; until it listens and after it has stopped, none may end the process.
  source.on('error', () => undefined)
  try {
    if (hasLeft(req, res)) return
    res.status(status).set(headers)
    await pipeline(source, res)
  } catch (error) {
    // Leaving in the middle is no error. Anything else ends the connection, because the headers are out.
    const left = (error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE'
    if (!left) logger.error({ err: error, path: req.path }, 'a stream could not be sent')
    res.destroy()
  } finally {
    source.destroy()
  }
}

const hasLeft = (req: Request, res: Response): boolean =>
  res.destroyed || res.writableEnded || req.socket.destroyed
