/** Why an account is needed, by the first part of the path that was asked for. */
const REASONS: ReadonlyMap<string, string> = new Map([
  ['activity', 'You need an account to see your activity.'],
  ['bookmarks', 'You need an account to keep posts.'],
  ['compose', 'You need an account to post.'],
  ['messages', 'You need an account to send messages.'],
  ['notifications', 'You need an account to get alerts.'],
  ['privacy-settings', 'You need an account to change settings.'],
  ['profile', 'You need an account to open this page.'],
  ['settings', 'You need an account to change settings.'],
])

/** A sentence about the page that needs an account; null when `next` needs none. */
export const reasonFor = (next: string | null): string | null =>
  REASONS.get(/^\/([a-z-]+)/.exec(next ?? '')?.[1] ?? '') ?? null

/**
 * Where to go after the log-in: `next` if it is a path of our own, else home (DECISIONS row 28). Parsed as
 * the browser would, because '//', '/\' and tabs inside a path lead elsewhere than they look.
 */
export function nextPath(next: string | null, origin: string = location.origin): string {
  if (!next?.startsWith('/') || !URL.canParse(next, origin)) return '/'
  const address = new URL(next, origin)
  if (address.origin !== origin || address.pathname.startsWith('//')) return '/'
  const path = address.pathname + address.search + address.hash
  return path.startsWith('/login') || path.startsWith('/register') ? '/' : path
}

/** After a sign-up: the page that the account was needed for, else the person's profile (product section 2). */
export const afterSignUp = (next: string | null): string => (next === null ? '/profile' : nextPath(next))
