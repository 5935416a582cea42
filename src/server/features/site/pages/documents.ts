import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Request, Response } from 'express'
import { createReadCache } from '#server/platform/cache/read-cache.ts'
import { RENDERED_AT } from './page-data.ts'

/** A whole document as it is sent. */
export interface Document {
  readonly html: Buffer
  readonly gzipped: Buffer
  readonly etag: string
}

const compress = promisify(gzip)
const MEGABYTE = 1024 * 1024
/** The words for times ('5m') are right for this long, ms. */
const MINUTE = 60_000

const documents = createReadCache<Document, () => Promise<string>>({
  name: 'documents',
  load: (_, draw) => make(draw),
  max: 2_000,
  maxSize: 64 * MEGABYTE,
  sizeOf: ({ html, gzipped }) => html.length + gzipped.length,
})

/**
 * The document that belongs to this content, drawn once: the key is made of the content itself, so nothing
 * has to be invalidated, and nobody is ever sent yesterday's.
 */
export const documentOf = (content: object, draw: () => Promise<string>): Promise<Document> =>
  documents.get(
    `${Math.floor(Date.now() / MINUTE)}|${hash('sha256', JSON.stringify(content), 'base64')}`,
    draw,
  )

/** A document for one person's eyes: drawn for them, kept by nobody. */
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

export function sendOwnDocument(req: Request, res: Response, document: Document): void {
  res.set('Cache-Control', 'private, no-store')
  sendBody(req, res, document)
}

/**
 * Sends it, or says that the browser's copy is still the same. Always asked again, because it hangs on the
 * cookie.
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
