import { PassThrough, type Readable } from 'node:stream'
import type { Request, RequestHandler } from 'express'

/** How long an answered request may go on sending what nobody wants any more. */
const DRAIN_MS = 30_000

/** A sender from whom nothing came for so long has gone, whatever the connection says. */
const SILENT_MS = 30_000

/**
 * A request's body as a stream of its own, for work that may refuse it half-way: the request outlives it, and so can
 * still be answered. It fails when the sender goes away.
 */
export function bodyOf(req: Request): Readable {
  const body = new PassThrough()
  const gone = () => body.destroy(new Error('The sender went away'))
  // Who works on it hears by their pipeline; before they listen, and after, it must not end the process.
  body.on('error', () => undefined)
  req.pipe(body)
  req.once('aborted', gone).once('error', gone)
  const stopListening = onSilence(req, gone)
  body.once('close', () => {
    stopListening()
    req.off('aborted', gone).off('error', gone)
    if (!req.complete) drain(req)
  })
  return body
}

// A browser hears the answer only once it has sent everything; whoever goes on too long is cut off.
function drain(req: Request): void {
  req.on('error', () => undefined)
  req.resume()
  const timer = setTimeout(() => req.destroy(), DRAIN_MS).unref()
  req.once('close', () => clearTimeout(timer))
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

/** Who sends a body a byte at a time holds a connection for ever: a minute is enough for all but files. */
export const promptBodies: RequestHandler = (req, _res, next) => {
  next()
  if (req.complete || req.method === 'GET' || req.path.startsWith('/media/')) return
  const timer = setTimeout(() => void (req.complete || req.destroy()), PROMPT_MS).unref()
  req.once('close', () => clearTimeout(timer))
}
