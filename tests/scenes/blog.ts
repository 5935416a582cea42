import type { Screen } from './scene.ts'

const blog: Screen = {
  screen: 'Blog (/blog)',
  who: 'visitor',
  path: '/blog',
  scenes: [
    { state: 'as it opens', axe: 'page', picture: 'blog' },
    { state: 'no such post', path: '/blog/of-nothing-at-all', picture: 'decree-not-found' },
    {
      state: 'the editor, without admin rights',
      who: 'ann',
      path: '/blog-admin',
      picture: 'blog-admin-denied',
    },
  ],
}

export const BLOG: readonly Screen[] = [blog]
