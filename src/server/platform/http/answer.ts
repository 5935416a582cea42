import type { Request, Response } from 'express'

/** What a handler returns; the route sends it. */
export interface Answer {
  readonly status: number
  /** What a batch sends instead; only answers with JSON have it. */
  readonly content?: { json: () => string | Buffer; etag?: string }
  /** Settles when everything is sent or the client has left; rejects only before the headers are sent. */
  send(req: Request, res: Response): void | Promise<void>
}

/** Views are data, and have no functions. */
export const isAnswer = (handled: unknown): handled is Answer =>
  typeof (handled as Partial<Answer> | null | undefined)?.send === 'function'

/** A view as JSON. Presenters build it; nothing else may be sent (ARCHITECTURE, Presenter). */
export const ok = (view: unknown, status: 200 | 201 | 202 = 200): Answer => ({
  status,
  content: { json: () => JSON.stringify(view) },
  send: (_req, res) => void res.status(status).json(view),
})

export const created = (view: unknown): Answer => ok(view, 201)

/** 204 without a body. */
export const done = (): Answer => ({ status: 204, send: (_req, res) => void res.status(204).end() })

/** Redirect within this site. */
export const redirect = (path: `/${string}`): Answer => ({
  status: 302,
  send: (_req, res) => res.redirect(302, path),
})

/** Redirect to another site that the settings name. */
export const redirectAway = (address: string, headers: Readonly<Record<string, string>> = {}): Answer => ({
  status: 302,
  send: (_req, res) => res.set(headers).redirect(302, address),
})

/**
 * JSON put together from serialised parts, with the ETag that its revs give: a match costs no bytes and no
 * work.
 */
export const serialised = (json: () => Buffer, etag: string): Answer => ({
  status: 200,
  content: { json, etag },
  send(req, res) {
    res.set({ ETag: etag, 'Cache-Control': 'private, no-cache' })
    if (req.headers['if-none-match'] === etag) return void res.status(304).end()
    res.set('Content-Type', 'application/json; charset=utf-8')
    res.status(200).end(json())
  },
})

/** JSON that is serialised already and of which nobody has an older copy. */
export const rawJson = (json: Buffer): Answer => ({
  status: 200,
  send: (_req, res) => void res.set('Content-Type', 'application/json; charset=utf-8').status(200).end(json),
})
