import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { PagePath } from '#contract/site.page-titles.ts'
import { BUILT_PAGE } from '#server/platform/http/static-files.ts'
import type { Reader } from './shell.ts'

interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
}

const SHELL = 'app/layout/Shell.tsx'

/** The modules of a page besides the entry, by their paths in the client's sources. */
const PARTS: Partial<Record<PagePath, { visitor?: readonly string[]; member?: readonly string[] }>> = {
  '/': { visitor: ['app/LandingRoute.tsx'], member: [SHELL, 'features/posts/feed/HomePage.tsx'] },
  '/feed': { visitor: [SHELL, 'features/posts/feed/FeedPage.tsx'] },
  '/p/:postId': both([SHELL, 'features/posts/detail/PostPage.tsx']),
  '/u/:handle': both([SHELL, 'features/people/profile/ProfilePage.tsx']),
  '/blog': both([SHELL, 'features/blog/BlogPage.tsx']),
  '/blog/:slug': both([SHELL, 'features/blog/DecreePage.tsx']),
  '/messages': { member: [SHELL, 'features/messages/InboxPage.tsx'] },
  '/notifications': { member: [SHELL, 'features/notifications/NotificationsPage.tsx'] },
}

function both(parts: readonly string[]) {
  return { visitor: parts, member: parts }
}

/**
 * Addresses of the scripts that a page requests once its entry runs. Requested at once, they save a round trip.
 */
export type CodeOf = (pattern: PagePath, reader: Reader) => readonly string[]

/** Reads the manifest of the build. Throws when a page's module is missing in it. */
export function readCode(): CodeOf {
  const manifest = JSON.parse(readFileSync(path.join(BUILT_PAGE, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >
  const filesOf = (part: string, seen: Set<string>): Set<string> => {
    const chunk = manifest[part]
    if (!chunk) throw new Error(`The built page has no ${part}: mend the list in features/site/pages/code.ts`)
    if (seen.has(chunk.file)) return seen
    seen.add(chunk.file)
    chunk.imports?.forEach((next) => filesOf(next, seen))
    return seen
  }
  const entry = filesOf('index.html', new Set())
  const files = (parts: readonly string[] = []) =>
    [...parts.reduce((seen, part) => filesOf(part, seen), new Set(entry))]
      .filter((file) => !entry.has(file))
      .map((file) => `/${file}`)
  const forReaders = ({ visitor = [], member = [] }: NonNullable<(typeof PARTS)[PagePath]>) => ({
    visitor: files(visitor),
    member: files(member),
    nobody: files(member),
  })
  const known = new Map(Object.entries(PARTS).map(([pattern, parts]) => [pattern, forReaders(parts)]))
  const others = forReaders({})
  return (pattern, reader) => (known.get(pattern) ?? others)[reader]
}
