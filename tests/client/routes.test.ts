import { expect, it } from 'vitest'
import { TITLES } from '#contract/site.page-titles.ts'
import type { PageRoute } from '#client/app/PageOutlet.tsx'
import { ROUTES } from '#client/app/routes.tsx'
import { SHELL_ROUTES } from '#client/app/shell-routes.tsx'

const pathsOf = (routes: readonly PageRoute[]): string[] =>
  routes.flatMap(({ path, children }) => [...(path ? [path] : []), ...pathsOf(children ?? [])])

/** Share links redirect at the server as well; anything else is the 404 page. */
const ELSEWHERE = ['/post/:postId', '/profile/:handle', '*']

it('every screen has a title, and so a row in the list of pages that the server answers', () => {
  const screens = pathsOf([...ROUTES, ...SHELL_ROUTES]).filter((path) => !ELSEWHERE.includes(path))
  expect(new Set(screens)).toEqual(new Set(Object.keys(TITLES)))
})
