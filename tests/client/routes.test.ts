import { expect, it } from 'vitest'
import type { RouteObject } from 'react-router-dom'
import { TITLES } from '#contract/site.page-titles.ts'
import { ROUTES } from '#client/app/routes.tsx'

const pathsOf = (routes: readonly RouteObject[]): string[] =>
  routes.flatMap(({ path, children }) => [...(path ? [path] : []), ...pathsOf(children ?? [])])

/** Share links redirect at the server as well; anything else is the 404 page. */
const ELSEWHERE = ['/post/:postId', '/profile/:handle', '*']

it('every screen has a title, and so a row in the list of pages that the server answers', () => {
  const screens = pathsOf(ROUTES).filter((path) => !ELSEWHERE.includes(path))
  expect(new Set(screens)).toEqual(new Set(Object.keys(TITLES)))
})
