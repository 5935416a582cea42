/** The address of an account page that leads on to `next`. */
export const withNext = (page: '/login' | '/register', next: string | null): string =>
  next === null ? page : `${page}?next=${encodeURIComponent(next)}`
