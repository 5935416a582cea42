import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Request, RequestHandler } from 'express'
import type { RenderPage } from '#contract/site.first-page.ts'
import { HttpError, notFound } from '#server/platform/errors.ts'
import { BUILT_PAGE } from '#server/platform/http/static-files.ts'
import { isStoreOutage } from '#server/platform/mongo/store-outage.ts'
import { logger } from '#server/platform/logger.ts'
import { SESSION_COOKIE } from '#server/platform/session.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { documentOf, ownDocument, sendDocument, sendOwnDocument, type Document } from './documents.ts'
import { readCode, type CodeOf } from './code.ts'
import { loadDrawing } from './drawing.ts'
import type { DrawnPage, PublicPage } from './public-pages.service.ts'
import { publishable } from './page-data.ts'
import { readShell, type Reader, type Shell } from './shell.ts'

interface Site {
  shell: Shell
  render: RenderPage
  codeOf: CodeOf
}

/** Null when the page was not built: in development Vite serves it. */
export async function openSite(): Promise<Site | null> {
  const file = path.join(BUILT_PAGE, 'index.html')
  const render = await loadDrawing()
  return render && existsSync(file)
    ? { shell: readShell(readFileSync(file, 'utf8')), render, codeOf: readCode() }
    : null
}

/** With a session cookie the reader may be signed in; without one the reader is a visitor. */
export const bringsSession = ({ headers }: Request): boolean =>
  headers.cookie?.split('; ').some((pair) => pair.startsWith(`${SESSION_COOKIE}=`)) ?? false

/**
 * Sends a page. When its content cannot be read or rendered, the page is sent without it and fetches it, or
 * shows the error, itself.
 */
export const sendPage =
  (
    opening: Promise<Site | null>,
    read: (req: Request) => PublicPage | Promise<PublicPage>,
    empty: PublicPage,
  ): RequestHandler =>
  async (req, res) => {
    const site = await opening
    if (!site) throw notFound()
    const reader = bringsSession(req) ? 'nobody' : 'visitor'
    try {
      const page = await read(req)
      sendDocument(req, res, page.status, await documentFor(site, page, reader))
    } catch (error) {
      logger.error({ err: error, path: req.path }, 'a page is sent without its content')
      sendDocument(req, res, 503, await documentFor(site, empty, reader))
    }
  }

/**
 * Sends a page with its person's own content. Passes on to the empty page when the session has ended, or when
 * the content cannot be read or rendered.
 */
export const sendOwnPage =
  (
    opening: Promise<Site | null>,
    read: (viewer: Viewer, req: Request) => Promise<DrawnPage | null>,
  ): RequestHandler =>
  async (req, res, next) => {
    const site = await opening
    if (!site || !req.user) return next()
    try {
      const page = await read(req.user, req)
      if (!page) return next()
      sendOwnDocument(req, res, await ownDocument(() => compose(site, page, 'member')))
    } catch (error) {
      // As with every call, the answer to an outage is 503.
      if (isStoreOutage(error) || (error instanceof HttpError && error.status === 503)) throw error
      logger.error({ err: error, path: req.path }, 'a page is sent without its content')
      next()
    }
  }

const documentFor = (site: Site, page: PublicPage, reader: Reader): Promise<Document> => {
  const { pattern, head, address, content } = page
  return documentOf({ reader, pattern, head, address, content }, () => compose(site, page, reader))
}

async function compose(
  { shell, render, codeOf }: Site,
  { pattern, head, address, content }: DrawnPage,
  reader: Reader,
): Promise<string> {
  const data = { at: Date.now(), page: publishable(content) }
  return shell.compose({
    head,
    root: await render(data, address),
    reader,
    data: content.kind === 'loading' ? null : data,
    code: pattern ? codeOf(pattern, reader) : [],
  })
}
