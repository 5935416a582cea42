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
