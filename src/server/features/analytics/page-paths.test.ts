import { describe, expect, it } from 'vitest'
import { kindOfPage, OTHER_PAGE, pageOf } from './page-paths.ts'

const POST = '64b0c0ffee64b0c0ffee64b0'

describe('The page of a path', () => {
  it.each([
    ['/', ''],
    ['/?next=/admin', ''],
    ['/feed', '/feed'],
    ['/feed/', '/feed'],
    ['/messages?user=1', '/messages'],
    [`/p/${POST}`, `/p/${POST}`],
    [`/post/${POST}#comments`, `/p/${POST}`],
    ['/u/King_Poo', '/u/king_poo'],
    ['/profile/King_Poo?tab=likes', '/u/king_poo'],
    ['/blog/a-royal-decree', '/blog/a-royal-decree'],
    [`/blog-admin/decree?id=${POST}`, '/blog-admin/decree'],
  ])('%s is %j', (path, page) => expect(pageOf(path)).toBe(page))

  it.each([
    '/nowhere',
    '/p/zzz',
    `/p/${POST}/x`,
    '/u/x',
    `/u/${'x'.repeat(31)}`,
    '/blog/../admin',
    '/blog-admin/other',
    '/FEED',
    '//',
    '/u/<script>',
    `/${'x'.repeat(2000)}`,
    '/feed/feed',
    '/__proto__',
  ])('%s is not a page of this site', (path) => expect(pageOf(path)).toBe(OTHER_PAGE))
})

it.each([
  ['/terms', 'legal'],
  ['/founders', 'legal'],
  ['/login', 'door'],
  ['/confirm-email', 'door'],
  ['/admin', 'staff'],
  ['/blog-admin/decree', 'staff'],
  [OTHER_PAGE, 'other'],
])('%s is a page of kind %s', (page, kind) => expect(kindOfPage(page)).toBe(kind))
