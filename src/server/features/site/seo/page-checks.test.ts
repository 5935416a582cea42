import { expect, test } from 'vitest'
import { checkPages } from './page-checks.ts'
import { publicUrlOf } from './site-map.ts'

const page = (
  path: string,
  {
    title = `Page ${path}`,
    description = 'Words about what is on it.',
    canonical = publicUrlOf(path),
    more = '',
  } = {},
) => ({
  path,
  markup: `<title>${title}</title><meta name="description" content="${description}" /><link rel="canonical" href="${canonical}" />${more}`,
})
const problems = (...pages: { path: string; markup: string }[]) =>
  Object.fromEntries(checkPages(pages, new Set(['/a', '/b'])))

test('a correct page has no problems', () => expect(problems(page('/a'))).toEqual({ '/a': [] }))

test.each([
  ['no title', page('/a', { title: '' })],
  ['title too long', page('/a', { title: 'x'.repeat(141) })],
  ['no description', page('/a', { description: '' })],
  ['description too short', page('/a', { description: 'Words' })],
  ['description too long', page('/a', { description: 'x'.repeat(171) })],
  ['canonical of another page', page('/a', { canonical: publicUrlOf('/b') })],
  ['no canonical', { path: '/a', markup: page('/a').markup.replace(/<link[^>]*>/, '') }],
  ['not to be listed', page('/a', { more: '<meta name="robots" content="noindex" />' })],
  ['not in the sitemap', page('/elsewhere')],
])('%s', (problem, wrong) => expect(problems(wrong)).toEqual({ [wrong.path]: [problem] }))

test('two pages with the same title', () =>
  expect(problems(page('/a', { title: 'Same' }), page('/b', { title: 'Same' }))).toEqual({
    '/a': ['title of another page'],
    '/b': ['title of another page'],
  }))
