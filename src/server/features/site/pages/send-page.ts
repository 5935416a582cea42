import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Request, RequestHandler, Response } from 'express'
import { COUNT_ME_COOKIE } from '#contract/analytics.events.ts'
import type { SignUpMode } from '#contract/account.sign-up.constants.ts'
import type { CurrentUserView } from '#contract/account.ts'
import { BRAND } from '#contract/brand.ts'
import type { AnnouncementView } from '#contract/site.announcement.ts'
import {
  CLOSED_ANNOUNCEMENT_COOKIE,
  type PageData,
  type RenderPage,
  type UnreadCounts,
} from '#contract/site.first-page.ts'
import { signUp } from '#server/features/account/sign-up/sign-up.service.ts'
import { announcement } from '#server/features/site/announcement/announcement.service.ts'
import { currentUser } from '#server/features/people/users/accounts.service.ts'
import { config } from '#server/platform/config.ts'
import { HttpError, notFound } from '#server/platform/errors.ts'
import { permitGoogleTag } from '#server/platform/http/headers.ts'
import { BUILT_PAGE } from '#server/platform/http/static-files.ts'
import { isStoreOutage } from '#server/platform/mongo/store-outage.ts'
import { logger } from '#server/platform/logger.ts'
import { renewCookie, SESSION_COOKIE } from '#server/platform/session.ts'
import { houseName } from '#server/shared/site-settings/house-name.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { clock } from '#server/platform/clock.ts'
import { documentOf, ownDocument, sendDocument, sendOwnDocument, type Document } from './documents.ts'
import { loadManifest, type CodeOf } from './code.ts'
import { unreadCounts } from './member-pages.service.ts'
import type { PublicPage } from './public-pages.service.ts'
import { publishable } from './page-data.ts'
import { loadRenderPage } from './render-page.ts'
import { parseShell, type DocumentShell } from './shell.ts'

interface Site {
  shell: DocumentShell
  render: RenderPage
  codeOf: CodeOf
}

/** Null when the page was not built: in development Vite serves it. */
export async function openSite(): Promise<Site | null> {
  const file = path.join(BUILT_PAGE, 'index.html')
  const render = await loadRenderPage()
  return render && existsSync(file)
    ? { shell: parseShell(readFileSync(file, 'utf8')), render, codeOf: loadManifest() }
    : null
}

/** With a session cookie the reader may be signed in; without one the reader is a visitor. */
export const bringsSession = (req: Request): boolean => bringsCookie(req, `${SESSION_COOKIE}=`)

const bringsCookie = ({ headers }: Request, start: string): boolean =>
  headers.cookie?.split('; ').some((pair) => pair.startsWith(start)) ?? false

/** What depends on the browser that asks. */
interface Extras {
  /** Id of Google's tag, if it is permitted. */
  googleTag: string | null
  announcement: AnnouncementView | null
  signUp: SignUpMode
  /** What the site calls itself. */
  house: string
}

const noExtras = (): Extras => ({ googleTag: null, announcement: null, signUp: 'open', house: houseName() })

/** Null when there is none, or when this browser has closed it. */
async function openAnnouncement({ headers }: Request): Promise<AnnouncementView | null> {
  const current = await announcement()
  const isClosed = headers.cookie?.split('; ').includes(`${CLOSED_ANNOUNCEMENT_COOKIE}=${current.rev}`)
  return current.text === null || isClosed ? null : current
}

/**
 * Sends a page to its reader: to a visitor the document that all visitors share, to a signed-in person their
 * own. When its content cannot be read or rendered, the page is sent without it and fetches it, or shows the
 * error, itself.
 */
export const sendPage =
  (
    opening: Promise<Site | null>,
    read: (viewer: Viewer | null, req: Request) => PublicPage | Promise<PublicPage>,
    empty: PublicPage,
  ): RequestHandler =>
  async (req, res) => {
    const site = await opening
    if (!site) throw notFound()
    try {
      const extras: Extras = {
        googleTag: await permittedTag(req, res),
        announcement: await openAnnouncement(req),
        signUp: (await signUp()).mode,
        house: houseName(),
      }
      if (req.user && (await sendOwn(site, req.user, { req, res, read, extras }))) return
      const page = await read(null, req)
      sendDocument(req, res, page.status, await documentFor(site, page, 'visitor', extras))
    } catch (error) {
      // As with every call with a session, the answer to an outage is 503.
      if (bringsSession(req) && isOutage(error)) throw error
      logger.error({ err: error, path: req.path }, 'a page is sent without its content')
      sendDocument(req, res, 503, await documentFor(site, empty, 'unknown'))
    }
  }

/**
 * The id of Google's tag, if it is set and the reader has consented; then the document's policy permits it.
 */
async function permittedTag(req: Request, res: Response): Promise<string | null> {
  const id = config.GOOGLE_TAG_ID
  const hasConsented = req.user ? req.user.isCounted : bringsCookie(req, `${COUNT_ME_COOKIE}=yes`)
  if (!id || !hasConsented) return null
  await new Promise<void>((resolve, reject) =>
    permitGoogleTag(req, res, (error?: unknown) => (error ? reject(error) : resolve())),
  )
  return id
}

const isOutage = (error: unknown): boolean =>
  isStoreOutage(error) || (error instanceof HttpError && error.status === 503)

/** False when the account was deleted meanwhile. */
async function sendOwn(
  site: Site,
  viewer: Viewer,
  {
    req,
    res,
    read,
    extras,
  }: {
    req: Request
    res: Response
    read: (viewer: Viewer, req: Request) => PublicPage | Promise<PublicPage>
    extras: Extras
  },
): Promise<boolean> {
  const [account, unread, page] = await Promise.all([
    currentUser(viewer.id),
    unreadCounts(viewer),
    read(viewer, req),
  ])
  if (!account) return false
  const document = await ownDocument(() => compose(site, page, { account, unread }, extras))
  renewCookie(req, res)
  sendOwnDocument(req, res, page.status, document)
  return true
}

const documentFor = (
  site: Site,
  page: PublicPage,
  reader: 'visitor' | 'unknown',
  extras: Extras = noExtras(),
): Promise<Document> => {
  const { pattern, head, address, content } = page
  return documentOf({ reader, pattern, head, address, content, ...extras }, () =>
    compose(site, page, reader, extras),
  )
}

/** A signed-in reader. */
interface Member {
  account: CurrentUserView
  unread: UnreadCounts
}

/** `reader`: unknown when it could not be read who asks; then the page asks who is signed in. */
async function compose(
  { shell, render, codeOf }: Site,
  { pattern, head, address, content }: PublicPage,
  reader: Member | 'visitor' | 'unknown',
  { googleTag, announcement: announced, signUp: mode, house }: Extras,
): Promise<string> {
  const member = typeof reader === 'string' ? null : reader
  const data: PageData = {
    at: clock.now(),
    viewer: member?.account ?? null,
    unread: member?.unread ?? null,
    ...(announced && { announcement: announced }),
    ...(!member && mode !== 'open' && { signUp: mode }),
    ...(house !== BRAND.name && { house }),
    page: publishable(content),
  }
  return shell.compose({
    head,
    root: await render(data, address),
    reader: typeof reader === 'string' ? reader : 'member',
    hasContent: content.kind !== 'loading',
    data: reader === 'unknown' ? null : data,
    googleTag,
    code: pattern ? codeOf(pattern, { isMember: member !== null, isAnnounced: announced !== null }) : [],
  })
}
