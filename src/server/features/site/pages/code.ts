import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { PagePath } from '#contract/site.page-titles.ts'
import { BUILT_PAGE } from '#server/platform/http/static-files.ts'

interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
}

/** The layout, and the table of the pages in it. */
const SHELL = ['app/shell-routes.tsx', 'app/layout/Shell.tsx']

const LEGAL = ['features/site/legal/LegalPages.tsx']

/** The modules of a page besides the entry, by their paths in the client's sources. */
const PARTS: Partial<Record<PagePath, readonly string[]>> = {
  '/feed': [...SHELL, 'features/posts/feed/FeedPage.tsx'],
  '/p/:postId': [...SHELL, 'features/posts/detail/PostPage.tsx'],
  '/u/:handle': [...SHELL, 'app/pages/profile/ProfilePage.tsx'],
  '/blog': [...SHELL, 'features/blog/BlogPage.tsx'],
  '/blog/:slug': [...SHELL, 'features/blog/ArticlePage.tsx'],
  '/terms': LEGAL,
  '/privacy': LEGAL,
  '/guidelines': LEGAL,
  '/cookies': LEGAL,
  '/disclaimer': LEGAL,
  '/founders': ['features/site/founders/FoundersPage.tsx'],
  '/login': ['features/account/login/LoginPage.tsx'],
  '/register': ['features/account/login/RegisterPage.tsx'],
}

/** Pages of a member that a visitor does not see, or sees as another page. */
const MEMBER_PARTS: Partial<Record<PagePath, readonly string[]>> = {
  '/': [...SHELL, 'features/posts/feed/HomePage.tsx'],
  '/search': [...SHELL, 'features/posts/search/SearchPage.tsx'],
  '/settings': [...SHELL, 'app/pages/SettingsPage.tsx'],
  '/messages': [...SHELL, 'features/messages/InboxPage.tsx'],
  '/notifications': [...SHELL, 'features/notifications/NotificationsPage.tsx'],
}

/** On every page while there is an announcement. */
const ANNOUNCEMENT = 'features/site/announcement/AnnouncementBanner.tsx'

const VISITOR_PARTS: typeof MEMBER_PARTS = { '/': ['app/LandingRoute.tsx'] }

/**
 * Addresses of the scripts that a page requests once its entry runs. Requested at once, they save a round
 * trip.
 */
export type CodeOf = (
  pattern: PagePath,
  reader: { isMember: boolean; isAnnounced: boolean },
) => readonly string[]

/** Reads the manifest of the build. Throws when a page's module is missing in it. */
export function loadManifest(): CodeOf {
  const manifest = JSON.parse(readFileSync(path.join(BUILT_PAGE, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >
  const filesOf = (part: string, seen: Set<string>): Set<string> => {
    const chunk = manifest[part]
    if (!chunk)
      throw new Error(`The built page has no ${part}: correct the list in features/site/pages/code.ts`)
    if (seen.has(chunk.file)) return seen
    seen.add(chunk.file)
    chunk.imports?.forEach((next) => filesOf(next, seen))
    return seen
  }
  const entry = filesOf('index.html', new Set())
  const files = (parts: readonly string[]) =>
    [...parts.reduce((seen, part) => filesOf(part, seen), new Set(entry))]
      .filter((file) => !entry.has(file))
      .map((file) => `/${file}`)
  const known = (own: typeof PARTS) =>
    new Map(Object.entries({ ...PARTS, ...own }).map(([pattern, parts]) => [pattern, files(parts)]))
  const [members, visitors] = [known(MEMBER_PARTS), known(VISITOR_PARTS)]
  const banner = files([ANNOUNCEMENT])
  return (pattern, { isMember, isAnnounced }) => {
    const own = (isMember ? members : visitors).get(pattern) ?? []
    return isAnnounced ? [...new Set([...own, ...banner])] : own
  }
}
