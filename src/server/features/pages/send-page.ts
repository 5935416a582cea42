import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Request, RequestHandler } from 'express'
import type { DrawFirstPage } from '#contract/first-page.ts'
import { notFound } from '#server/platform/errors.ts'
import { BUILT_PAGE } from '#server/platform/http/static-files.ts'
import { logger } from '#server/platform/logger.ts'
import { SESSION_COOKIE } from '#server/platform/session.ts'
import { documentOf, sendDocument, type Document } from './documents.ts'
import { readCode, type CodeOf } from './code.ts'
import { loadDrawing } from './drawing.ts'
import type { PublicPage } from './public-pages.service.ts'
import { readShell, type Shell } from './shell.ts'

interface Site {
  shell: Shell
  draw: DrawFirstPage
  codeOf: CodeOf
}

/** Null where the page has not been built: in development Vite serves it. */
export async function openSite(): Promise<Site | null> {
  const file = path.join(BUILT_PAGE, 'index.html')
  const draw = await loadDrawing()
  return draw && existsSync(file) ? { shell: readShell(readFileSync(file, 'utf8')), draw, codeOf: readCode() } : null
}

/** Whoever brings a session's cookie may be signed in; who has none is a visitor for certain. */
export const bringsSession = ({ headers }: Request): boolean => headers.cookie?.split('; ').some((pair) => pair.startsWith(`${SESSION_COOKIE}=`)) ?? false

/** Sends a page. When its content cannot be read or drawn, the page is sent without it, and fetches (or explains) it itself. */
export const sendPage =
  (opening: Promise<Site | null>, read: (req: Request) => PublicPage | Promise<PublicPage>, empty: PublicPage): RequestHandler =>
  async (req, res) => {
    const site = await opening
    if (!site) throw notFound()
    const visitor = !bringsSession(req)
    try {
      const page = await read(req)
      sendDocument(req, res, page.status, await documentFor(site, page, visitor))
    } catch (error) {
      logger.error({ err: error, path: req.path }, 'a page is sent without its content')
      sendDocument(req, res, 503, await documentFor(site, empty, visitor))
    }
  }

const documentFor = ({ shell, draw, codeOf }: Site, { pattern, head, content }: PublicPage, visitor: boolean): Promise<Document> =>
  documentOf({ visitor, pattern, head, content }, () =>
    shell.compose({ head, root: draw(content, head.path ?? '/-'), visitor, code: pattern ? codeOf(pattern, visitor) : [] }),
  )
