import { click, fill, waitForRole, waitForText } from './acts.ts'
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
    {
      state: 'a decree for a time that is over',
      who: 'admin',
      path: '/blog-admin',
      acts: [
        click('Issue Royal Decree'),
        waitForRole('dialog'),
        fill('Publish at', '2020-01-01T10:00'),
        click('Issue Decree'),
        waitForText('Choose a time in the future.'),
      ],
      axe: 'dialog',
      touch: true,
      picture: 'decree-late',
    },
  ],
}

export const BLOG: readonly Screen[] = [blog]
