import { Router, type Request, type RequestHandler } from 'express'
import { TITLES, type PagePath } from '#contract/site.page-titles.ts'
import { limitRate } from '#server/platform/rate-limit.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { refusePages } from '../maintenance/maintenance.service.ts'
import { homePage, messagesPage, notificationsPage } from './member-pages.service.ts'
import {
  blogPage,
  blogPostPage,
  emptyPage,
  feedPage,
  formPage,
  foundersPage,
  landingPage,
  legalPage,
  noPage,
  postPage,
  profilePage,
  type PublicPage,
} from './public-pages.service.ts'
import { bringsSession, openSite, sendPage } from './send-page.ts'

type Address = Pick<Request, 'params' | 'query'>
/** Reads a page for its reader: a signed-in person, or null for a visitor. */
type Read = (viewer: Viewer | null, address: Address) => PublicPage | Promise<PublicPage>

/** What a visitor does not see: the page then leads to the log-in. */
const membersOnly =
  (pattern: PagePath, read: (viewer: Viewer, query: Address['query']) => Promise<PublicPage>): Read =>
  (viewer, { query }) =>
    viewer ? read(viewer, query) : emptyPage(pattern)

/** What a member does not see: the page then leads to the home. */
const visitorsOnly =
  (pattern: PagePath, read: (query: Address['query']) => PublicPage | Promise<PublicPage>): Read =>
  (viewer, { query }) =>
    viewer ? emptyPage(pattern) : read(query)

/** The pages whose content is in the first HTML, and the function that reads it. All others are empty. */
const READS: Partial<Record<PagePath, Read>> = {
  '/': (viewer, { query }) => (viewer ? homePage(viewer, query) : landingPage()),
  '/feed': feedPage,
  '/p/:postId': (viewer, { params }) => postPage(params['postId'], viewer),
  '/u/:handle': (viewer, { params, query }) =>
    viewer && query['tab'] !== undefined ? emptyPage('/u/:handle') : profilePage(params['handle'], viewer),
  '/blog': blogPage,
  '/blog/:slug': (viewer, { params }) => blogPostPage(params['slug'], viewer),
  '/terms': () => legalPage('/terms'),
  '/privacy': () => legalPage('/privacy'),
  '/guidelines': () => legalPage('/guidelines'),
  '/cookies': () => legalPage('/cookies'),
  '/disclaimer': () => legalPage('/disclaimer'),
  '/founders': foundersPage,
  '/login': visitorsOnly('/login', (query) => formPage('/login', query)),
  '/register': visitorsOnly('/register', (query) => formPage('/register', query)),
  '/messages': membersOnly('/messages', messagesPage),
  '/notifications': membersOnly('/notifications', notificationsPage),
}

/** The page that a visitor or a search engine gets at this path. */
export async function publicPage(path: string): Promise<PublicPage> {
  const [, room = '', name] = path.split('/')
  const pattern = (
    name === undefined ? `/${room}` : { p: '/p/:postId', u: '/u/:handle', blog: '/blog/:slug' }[room]
  ) as PagePath | undefined
  if (!pattern || !(pattern in TITLES)) return noPage()
  const params = { postId: name ?? '', handle: name ?? '', slug: name ?? '' }
  return READS[pattern]?.(null, { params, query: {} }) ?? emptyPage(pattern)
}

/**
 * Every page of the site (contract/site.page-titles.ts) as a document with its content: a visitor's, or a
 * signed-in person's own. Any other path is a 404. `identify` finds out who asks.
 */
export function pages(identify: readonly RequestHandler[]): Router {
  const router = Router()
  const site = openSite()
  router.use(ifSession(...identify), refusePages)
  // Signed-in people have this feed on their home page (DECISIONS row 3).
  router.get('/feed', (req, res, next) =>
    req.user ? res.set('Cache-Control', 'private, no-store').redirect('/') : next(),
  )
  for (const pattern of Object.keys(TITLES) as PagePath[]) {
    const empty = emptyPage(pattern)
    const read = READS[pattern] ?? (() => empty)
    router.get(pattern, limitRate('read'), sendPage(site, read, empty))
  }
  // Shared links redirect (DECISIONS row 2), for link previews as well.
  router.get('/post/:postId', ({ params }, res) =>
    res.redirect(301, `/p/${encodeURIComponent(params.postId)}`),
  )
  router.get('/profile/:handle', ({ params }, res) =>
    res.redirect(301, `/u/${encodeURIComponent(params.handle)}`),
  )
  const nowhere = noPage()
  router.get(
    '/{*path}',
    limitRate('read'),
    sendPage(site, () => nowhere, nowhere),
  )
  return router
}

const ifSession = (...handlers: readonly RequestHandler[]): RequestHandler => {
  const withSession = Router().use(...handlers)
  return (req, res, next) => (bringsSession(req) ? withSession(req, res, next) : next())
}
