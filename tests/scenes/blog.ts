import {
  REASON,
  answer,
  asInNewTab,
  click,
  fill,
  refuseWrites,
  scrollToEnd,
  waitForRole,
  waitForText,
} from './acts.ts'
import { each, type Screen } from './scene.ts'

/** As where the site has a mail server; the scenes' server has none. */
const mailsOf = (address: string | null) =>
  answer('**/api/blog/mails', { available: true, address, subscribed: false })

const blog: Screen = {
  screen: 'Blog (/blog)',
  who: 'visitor',
  path: '/blog',
  slow: true,
  scenes: [
    { state: 'as it opens', axe: 'page', picture: 'blog' },
    {
      state: 'with the form for decrees by mail',
      prepare: mailsOf(null),
      acts: [waitForText('Decrees by mail'), scrollToEnd],
      texts: [
        ['heading', 'Decrees by mail'],
        ['field', 'Email'],
        ['button', 'Subscribe'],
        ['text', 'We send you a link to confirm it. You can stop the mails with one click.'],
      ],
      axe: 'page',
      touch: true,
      picture: 'blog-mails',
    },
    {
      state: 'with a wrong address in that form',
      stays: true,
      acts: [fill('Email', 'nobody'), click('Subscribe')],
      texts: [['text', 'Please enter a valid email address.']],
      axe: 'page',
    },
    {
      state: 'a member with a confirmed address',
      who: 'ann',
      prepare: mailsOf('ann@people.example'),
      acts: [waitForText('Decrees by mail'), scrollToEnd],
      texts: [
        ['switch', 'Mail me new decrees'],
        ['text', 'To ann@people.example'],
      ],
      axe: 'page',
      touch: true,
      picture: 'blog-mails-member',
    },
    {
      state: 'a decree',
      path: ({ decree }) => decree,
      texts: [
        ['button', 'poo'],
        ['button', 'thumbs down'],
        ['button', 'Share Decree'],
      ],
      axe: 'page',
      touch: true,
      picture: 'decree',
      tall: true,
    },
    {
      state: "a visitor's reaction to it",
      path: ({ decree }) => decree,
      acts: [asInNewTab, click(/^laughing face/), waitForRole('dialog')],
      texts: [
        ...each('toast', 'Login required', 'Please log in to react to decrees.'),
        ['heading', 'Cast your first verdict'],
        ['text', 'Take a seat, and your 😂 lands on this decree at once.'],
      ],
      axe: 'dialog',
    },
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
      state: 'a decree that cannot be hidden',
      who: 'admin',
      path: '/blog-admin',
      acts: [refuseWrites('**/api/blog/posts/*'), click(/^Take back/)],
      texts: each('toast', 'Royal Scribes Report Error', 'Failed to update decree status.', REASON),
    },
    {
      state: 'a decree that cannot be written',
      who: 'admin',
      path: '/blog-admin/decree',
      acts: [
        refuseWrites('**/api/blog/posts'),
        fill(/^Title/, 'Of refusal'),
        fill(/^Content/, 'No.'),
        click('Save draft'),
      ],
      texts: each(
        'toast',
        'Royal Scribes Report Error',
        'The royal proclamation could not be recorded.',
        REASON,
      ),
    },
    {
      state: 'a decree for a time that is over',
      who: 'admin',
      path: '/blog-admin/decree',
      acts: [
        fill('Publish at', '2020-01-01T10:00'),
        click('Schedule'),
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
  slow: true,
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
