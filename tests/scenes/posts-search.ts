import { each, type Screen } from './scene.ts'

export const SEARCH: Screen = {
  screen: 'Search (/search)',
  who: 'ann',
  path: '/search',
  scenes: [
    {
      state: 'without a query',
      axe: 'page',
      picture: 'search',
      texts: [['heading', 'Search for content']],
    },
    { state: 'a blank query', path: '/search?q=%20', texts: [['heading', 'Search for content']] },
    { state: 'posts found', path: ({ word }) => `/search?q=${word}`, axe: 'page', picture: 'search-posts' },
    {
      state: 'posts of a tag, for visitors',
      who: 'visitor',
      path: ({ word }) => `/search?tag=${word}`,
      slow: true,
      axe: 'page',
    },
    {
      state: 'the posts with the most reactions',
      path: ({ word }) => `/search?q=${word}&sort=top`,
      slow: true,
      axe: 'page',
      picture: 'search-top',
    },
    {
      state: 'people while typing, in the box of the column',
      path: '/notifications',
      acts: [
        (page, { bob }) => page.getByRole('combobox', { name: 'Search' }).pressSequentially(bob.handle),
        (page) => page.getByRole('option').first().waitFor(),
      ],
      texts: [['text', 'Bob']],
    },
    {
      state: 'nothing found',
      path: '/search?q=xyzzyxyzzy',
      picture: 'search-nothing',
      texts: [['heading', 'No posts found'], ...each('link', 'Posts (0)', 'Users (0)')],
    },
    {
      state: 'filters, and a wrong one',
      path: '/search?q=paper%20before:yesterday',
      slow: true,
      axe: 'page',
      picture: 'search-filter',
      texts: [
        ['heading', 'That filter is clogged'],
        ['text', 'Write a day after before:, for example before:2026-11-23.'],
        ['button', 'Filters'],
      ],
    },
    {
      state: 'nobody found',
      path: '/search?q=xyzzyxyzzy&tab=users',
      texts: [['heading', 'No users found']],
    },
    {
      state: 'somebody found',
      who: 'newcomer',
      path: ({ bob }) => `/search?q=${bob.handle}&tab=users`,
      picture: 'search-people',
      texts: [
        ['link', 'Users (1)'],
        ['button', 'Follow Bob'],
      ],
    },
    {
      state: 'somebody found, for visitors',
      who: 'visitor',
      path: ({ bob }) => `/search?q=${bob.handle}&tab=users`,
      slow: true,
      axe: 'page',
    },
    {
      state: 'a search that fails',
      path: '/search?q=paper',
      slow: true,
      fails: '**/api/posts?*',
      texts: [
        ['heading', 'Search failed'],
        ['text', 'Something went wrong while searching. Please try again.'],
        ['button', 'Retry'],
      ],
    },
  ],
}
