import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Request, Response } from 'express'
import { createReadCache } from '#server/platform/cache/read-cache.ts'
import { clock } from '#server/platform/clock.ts'
import { MINUTE } from '#server/platform/durations.ts'
import { RENDERED_AT } from './page-data.ts'

/** A complete HTML document. */
export interface Document {
  readonly html: Buffer
  readonly gzipped: Buffer
  readonly etag: string
}

const compress = promisify(gzip)
const MEGABYTE = 1024 * 1024
const documents = createReadCache<Document, () => Promise<string>>({
  name: 'documents',
  load: (_, draw) => make(draw),
  max: 2_000,
  maxSize: 64 * MEGABYTE,
  sizeOf: ({ html, gzipped }) => html.length + gzipped.length,
})

/**
 * The document of this content, rendered once. The cache key is a hash of the content, so nothing has to be
 * invalidated, and an outdated document is never sent.
 */
export const documentOf = (content: object, draw: () => Promise<string>): Promise<Document> =>
  documents.get(
    // Relative times ('5m') are correct for a minute.
    `${Math.floor(clock.now() / MINUTE)}|${hash('sha256', JSON.stringify(content), 'base64')}`,
    draw,
  )

/** A document of one person: rendered for them, not cached. */
export const ownDocument = (draw: () => Promise<string>): Promise<Document> => make(draw)

async function make(draw: () => Promise<string>): Promise<Document> {
  const text = await draw()
  const html = Buffer.from(text)
  return {
    html,
    gzipped: await compress(html),
    etag: `W/"${hash('sha256', text.replace(RENDERED_AT, ''), 'base64url').slice(0, 27)}"`,
  }
}

export function sendOwnDocument(req: Request, res: Response, status: number, document: Document): void {
  res.status(status).set('Cache-Control', 'private, no-store')
  sendBody(req, res, document)
}

/**
 * Sends the document, or 304 when the browser's copy is current. Browsers always revalidate, because the
 * answer depends on the cookie.
 */
export function sendDocument(req: Request, res: Response, status: number, document: Document): void {
  const { etag } = document
  res.status(status).set({ ETag: etag, 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding, Cookie' })
  if (status === 200 && req.headers['if-none-match'] === etag) return void res.status(304).end()
  sendBody(req, res, document)
}

function sendBody(req: Request, res: Response, { html, gzipped }: Document): void {
  res.type('html')
  if (!req.acceptsEncodings('gzip')) return void res.end(html)
  res.set('Content-Encoding', 'gzip').end(gzipped)
}
