import { Router, type RequestHandler } from 'express'
import { TITLES, type PagePath } from '#contract/site.page-titles.ts'
import { limitRate } from '#server/platform/rate-limit.ts'
import { homePage } from './home-page.service.ts'
import {
  blogPage,
  blogPostPage,
  emptyPage,
  feedPage,
  foundersPage,
  landingPage,
  legalPage,
  noPage,
  postPage,
  profilePage,
  type PublicPage,
} from './public-pages.service.ts'
import { bringsSession, openSite, sendOwnPage, sendPage } from './send-page.ts'

type Read = (req: { params: Record<string, unknown> }) => PublicPage | Promise<PublicPage>

/** The public pages whose content is in the first HTML, and the function that reads it. */
const READS: Partial<Record<PagePath, Read>> = {
  '/': landingPage,
  '/feed': feedPage,
  '/p/:postId': ({ params }) => postPage(params['postId']),
  '/u/:handle': ({ params }) => profilePage(params['handle']),
  '/blog': blogPage,
  '/blog/:slug': ({ params }) => blogPostPage(params['slug']),
  '/terms': () => legalPage('/terms'),
  '/privacy': () => legalPage('/privacy'),
  '/guidelines': () => legalPage('/guidelines'),
  '/cookies': () => legalPage('/cookies'),
  '/disclaimer': () => legalPage('/disclaimer'),
  '/founders': foundersPage,
}

/** The page that a visitor or a search engine gets at this path. */
export async function publicPage(path: string): Promise<PublicPage> {
  const [, room = '', name] = path.split('/')
  const pattern = (
    name === undefined ? `/${room}` : { p: '/p/:postId', u: '/u/:handle', blog: '/blog/:slug' }[room]
  ) as PagePath | undefined
  if (!pattern || !(pattern in TITLES)) return noPage()
  const params = { postId: name, handle: name, slug: name }
  return READS[pattern]?.({ params }) ?? emptyPage(pattern)
}

/**
 * Every page of the site (contract/site.page-titles.ts) as a document. Visitors and search engines get public
 * pages with their content. With a session a page may look different, so signed-in people get their own home
 * with its content and every other page empty. Any other path is a 404.
 */
export function pages(identify: readonly RequestHandler[]): Router {
  const router = Router()
  const site = openSite()
  router.get('/', ifMember(...identify, limitRate('read'), sendOwnPage(site, homePage)))
  for (const pattern of Object.keys(TITLES) as PagePath[]) {
    const empty = emptyPage(pattern)
    const read = READS[pattern]
    if (read) router.get(pattern, unlessMember(limitRate('read')), unlessMember(sendPage(site, read, empty)))
    router.get(
      pattern,
      sendPage(site, () => empty, empty),
    )
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
    sendPage(site, () => nowhere, nowhere),
  )
  return router
}

const ifMember = (...handlers: readonly RequestHandler[]): RequestHandler => {
  const asMember = Router().use(...handlers)
  return (req, res, next) => (bringsSession(req) ? asMember(req, res, next) : next())
}

const unlessMember =
  (handle: RequestHandler): RequestHandler =>
  (req, res, next) =>
    bringsSession(req) ? next() : handle(req, res, next)
