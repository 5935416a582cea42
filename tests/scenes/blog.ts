import { click, fill, waitForText } from './acts.ts'
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
      state: 'the page of the editor, without admin rights',
      who: 'ann',
      path: '/blog-admin/decree',
      texts: [['heading', 'Royal Access Required']],
    },
    {
      state: 'a decree for a time that is over',
      who: 'admin',
      path: '/blog-admin/decree',
      acts: [
        fill('Publish at', '2020-01-01T10:00'),
        click('Issue Decree'),
        waitForText('Choose a time in the future.'),
      ],
      axe: 'page',
      touch: true,
      picture: 'decree-late',
    },
  ],
}

const mails: Screen = {
  screen: 'Decrees by mail (/blog-mail)',
  who: 'visitor',
  path: '/blog-mail',
  scenes: [
    { state: 'without a link', axe: 'page' },
    { state: 'a link that confirms', path: '/blog-mail?confirm=lost', axe: 'page', picture: 'blog-mail' },
    { state: 'a link that ends', path: '/blog-mail?end=lost', axe: 'page', picture: 'blog-mail-end' },
    {
      state: 'a link that ends, used up',
      path: '/blog-mail?end=lost',
      acts: [click('Unsubscribe'), waitForText('This link is not valid, or no longer.')],
    },
  ],
}

export const BLOG: readonly Screen[] = [blog, mails]
