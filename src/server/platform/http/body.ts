import { PassThrough, type Readable } from 'node:stream'
import type { Request, RequestHandler } from 'express'
import { brokenOff } from '../errors.ts'

/** A client that sends nothing for so long is gone, whatever the connection says. */
const SILENT_MS = 30_000

/**
 * A request's body as a separate stream, for work that may refuse it half-way: the request survives and can
 * still be answered. It fails when the client leaves; the connection reads the rest (connections.ts).
 */
export function bodyOf(req: Request): Readable {
  const body = new PassThrough()
  const gone = () => body.destroy(brokenOff())
  // The reader's pipeline gets its errors; before and after that, an error must not end the process.
  body.on('error', () => undefined)
  req.on('error', () => undefined)
  req.pipe(body)
  req.once('aborted', gone).once('error', gone)
  const stopListening = onSilence(req, gone)
  body.once('close', () => {
    stopListening()
    req.off('aborted', gone).off('error', gone)
    if (!req.complete) req.resume()
  })
  return body
}

function onSilence({ socket }: Request, gone: () => void): () => void {
  let before = socket.bytesRead
  const timer = setInterval(() => {
    if (socket.bytesRead === before) gone()
    before = socket.bytesRead
  }, SILENT_MS).unref()
  return () => clearInterval(timer)
}

const PROMPT_MS = 60_000
const deadlines = new WeakMap<Request, NodeJS.Timeout>()

/** Whether a request has a body. */
export const hasBody = ({ headers }: Pick<Request, 'headers'>): boolean =>
  headers['content-length'] !== '0' && ('content-length' in headers || 'transfer-encoding' in headers)

/** Closes a connection whose body, one byte at a time, is not complete after `within` ms. */
export const promptBodies =
  (within = PROMPT_MS): RequestHandler =>
  (req, _res, next) => {
    if (hasBody(req)) {
      const timer = setTimeout(() => void (req.complete || req.socket.destroy()), within).unref()
      deadlines.set(req, timer)
      req.once('close', () => clearTimeout(timer))
    }
    next()
  }

/** Removes the deadline of promptBodies: a file may take longer. */
export const allowLongBody: RequestHandler = (req, _res, next) => {
  clearTimeout(deadlines.get(req))
  next()
}
