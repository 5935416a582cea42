import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadRenderPage } from '#server/features/site/pages/render-page.ts'
import { documentOf } from '#tests/support/parse-page.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

const DELETED = 'data is deleted within 30 days of closure'
const PAGES = [
  {
    path: '/terms',
    title: 'Terms of Service',
    facts: [
      'The minimum age is 13',
      'under 18, you need the consent of a parent',
      'reviewed within 24 hours',
      'appeal within 30 days',
      DELETED,
      'State of Delaware',
    ],
  },
  {
    path: '/privacy',
    title: 'Privacy Policy',
    facts: [
      'The minimum age is 13',
      DELETED,
      'State of Delaware',
      'We keep whether you were 18 by then, and not the year',
      'push service that your browser names',
      'Decrees come by mail only after',
      'Our server reads the page for it',
      'The one exception is a link in a post',
    ],
  },
  {
    path: '/guidelines',
    title: 'Community Guidelines',
    facts: [
      'at least 13 years old',
      '13 to 15 need parental consent',
      'reviewed within 24 hours',
      'appeal within 30 days',
      DELETED,
    ],
  },
  {
    path: '/cookies',
    title: 'Cookie Policy',
    facts: ['minimum age for an account is 13', 'State of Delaware'],
  },
  {
    path: '/disclaimer',
    title: 'Disclaimer',
    facts: ['aged 13 and over', 'reviewed within 24 hours', 'appealed within 30 days', 'State of Delaware'],
  },
]
const LEGAL = ['/terms', '/privacy', '/guidelines', '/cookies', '/disclaimer', '/founders']
const MAILS = ['help', 'safety', 'contact', 'legal'].map((name) => `mailto:${name}@royalflush.example`)

let server: TestServer
beforeAll(async () => {
  if (!(await loadRenderPage())) throw new Error('These tests look at the built page: npm run build')
  server = await startTestServer()
})
afterAll(() => server.close())

const open = async (path: string) => documentOf(await (await fetch(server.url + path)).text())
const hrefsIn = (document: Document, place: string) =>
  [...document.querySelectorAll(`${place} a`)].map((link) => link.getAttribute('href'))

it.each(PAGES)(
  '$path states the facts, of today, and leads to its sections and the other pages',
  async ({ path, title, facts }) => {
    const document = await open(path)
    expect(document.title).toBe(`${title} - Royal Flush`)
    expect(document.querySelector('h1')?.textContent).toBe(title)
    const today = new Date().toLocaleDateString('en-GB', {
      year: 'numeric',
      month: 'long',
      day: 'numeric',
      timeZone: 'UTC',
    })
    expect(document.body.textContent).toContain(`Last updated: ${today}`)
    const article = document.querySelector('article')!
    for (const fact of facts) expect(article.textContent).toContain(fact)
    const headings = article.querySelectorAll('h1, h2, h3, h4')
    expect(hrefsIn(document, 'nav[aria-label="On this page"]')).toHaveLength(headings.length)
    expect(hrefsIn(document, 'nav[aria-label="Legal"]')).toEqual(expect.arrayContaining(LEGAL))
  },
)

it('/founders shows the story and its links', async () => {
  const document = await open('/founders')
  expect(document.title).toBe("The Founder's Story - Royal Flush")
  const headings = [...document.querySelectorAll('h1, h2, h3')].map(({ textContent }) => textContent)
  for (const name of ['Origin Story', 'The Vision', 'The Philosophy', 'The Mission', 'Fun Facts'])
    expect(headings).toContain(name)
  const title = [...document.querySelectorAll('h2')].find((one) => one.textContent === 'The Philosophy')!
  expect(title.closest('section')!.querySelectorAll('li')).toHaveLength(3)
  const leads = {
    'Start Your Journey': '/register',
    'Explore the Platform': '/',
    'Start the Revolution': '/register',
  }
  const links = [...document.querySelectorAll('a')]
  for (const [name, to] of Object.entries(leads))
    expect(links.find(({ textContent }) => textContent === name)?.getAttribute('href')).toBe(to)
  expect(hrefsIn(document, 'footer')).toEqual(expect.arrayContaining([...LEGAL, ...MAILS]))
})
