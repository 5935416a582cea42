import { randomBytes } from 'node:crypto'
import { fireEvent, within } from '@testing-library/dom'
import { beforeAll, expect, it } from 'vitest'
import type { BlogPostView } from '#contract/blog.ts'
import { newAdmin } from '#tests/pages/support/admins.ts'
import { fill, gone, toastWith, valueOf } from '#tests/pages/support/elements.ts'
import { openPage, screen, type OpenedPage } from '#tests/pages/support/open-page.ts'
import type { PagePerson } from '#tests/pages/support/people.ts'
import { site } from '#tests/pages/support/site.ts'
import { eventually } from '#tests/support/eventually.ts'
import { visitor } from '#tests/support/http-client.ts'

// The picture of an article, its preview beside the form and its readers' pages are tested in
// tests/e2e/blog/blog.desktop.spec.ts.
let king: PagePerson
beforeAll(async () => {
  king = await newAdmin('King')
})

const editor = () =>
  eventually(() => {
    const found = document.querySelector<HTMLFormElement>('.s-article-editor')
    expect(found).not.toBeNull()
    return found!
  })
const field = async (name: string) =>
  within(await editor()).findByLabelText<HTMLInputElement>(new RegExp(`^${name}`))
const write = async ({ user }: OpenedPage, name: string, text: string) => fill(user, await field(name), text)
const has = (name: string, text: string) =>
  eventually(async () => expect(valueOf(await field(name))).toBe(text))
const press = async ({ user }: OpenedPage, button: string) =>
  user.click(within(await editor()).getByRole('button', { name: button }))
const saveNow = ({ user }: OpenedPage) => user.keyboard('{Control>}s{/Control}')
const saysOf = (words: string) =>
  eventually(async () => expect((await editor()).textContent).toContain(words))
/** The line beside the buttons says so. */
const saveLine = (words: string) =>
  eventually(() =>
    expect(document.querySelector('.s-article-editor-foot [role=status]')?.textContent).toBe(words),
  )
const isAt = ({ address }: OpenedPage, path: string) => eventually(() => expect(address()).toBe(path))
const open = async ({ user }: OpenedPage) =>
  user.click(await screen.findByRole('link', { name: 'Issue Royal Decree' }))
const revise = async ({ user }: OpenedPage, title: string) =>
  user.click(await screen.findByLabelText(`Revise ${title}`))
const row = async (title: string) => (await screen.findByLabelText(`Revise ${title}`)).closest('tr')!

/** A title that no other test has, and its slug. */
const newTitle = (words: string): [title: string, slug: string] => {
  const title = `${words} ${randomBytes(3).toString('hex')}`
  return [title, title.toLowerCase().replaceAll(' ', '-')]
}
const stored = async (slug: string) => (await king.get<BlogPostView>(`/blog/posts/${slug}`)).body
const statusForReaders = async (slug: string) =>
  (await visitor(await site()).get(`/blog/posts/${slug}`)).status

it('what is missing is said at the fields; a decree is published, taken back, published again and burned', async () => {
  const [title, slug] = newTitle('Of plungers')
  const page = await openPage('/blog-admin', king)
  await open(page)
  await editor()
  await press(page, 'Save draft')
  for (const words of [
    'Royal proclamation title is required',
    'Royal decree slug is required',
    'Royal content is required',
  ])
    await saysOf(words)
  await write(page, 'Title', title)
  await has('Slug', slug)
  await write(page, 'Content', 'Line one')
  await page.user.click(await field('Published'))
  await press(page, 'Publish')
  await toastWith('Royal Decree Published!')
  expect(await statusForReaders(slug)).toBe(200)

  await page.user.click(await screen.findByLabelText(`Take back ${title}`))
  await toastWith('Decree Hidden')
  expect(await statusForReaders(slug)).toBe(404)
  await page.user.click(await screen.findByLabelText(`Publish ${title}`))
  await toastWith('Decree Published')

  await page.user.click(await screen.findByLabelText(`Burn ${title}`))
  const question = await screen.findByRole('alertdialog')
  expect(question.textContent).toContain('This royal decree shall be burned forever!')
  await page.user.click(within(question).getByRole('button', { name: 'Burn it' }))
  await toastWith('Royal Decree Burned!')
  expect(await statusForReaders(slug)).toBe(404)
})

it('a draft is kept on the server while somebody writes it, for admins only, until it is deleted', async () => {
  const [title, slug] = newTitle('Of unfinished business')
  const page = await openPage('/blog-admin', king)
  await open(page)
  await write(page, 'Title', title)
  await write(page, 'Content', 'To be continued.')
  // After a pause in typing, by itself.
  await saveLine('Saved')
  await eventually(() => expect(page.address()).toMatch(/^\/blog-admin\/decree\?id=[0-9a-f]{24}$/))
  await page.reload()
  await has('Content', 'To be continued.')
  expect((await editor()).textContent).not.toContain('Thy unsaved words were kept.')
  expect(await statusForReaders(slug)).toBe(404)
  await press(page, 'Save draft')
  await toastWith('Royal Decree Updated!')

  await revise(page, title)
  await write(page, 'Content', 'Another ending.')
  await saveNow(page)
  await saveLine('Saved')
  await press(page, 'Throw away')
  await isAt(page, '/blog-admin')
  expect((await stored(slug)).content).toBe('To be continued.')

  await open(page)
  await write(page, 'Title', `${title} once`)
  await write(page, 'Content', 'For later.')
  await press(page, 'Save draft')
  await toastWith('Draft Saved')

  await open(page)
  await write(page, 'Title', `${title} again`)
  await write(page, 'Content', 'Nobody shall read this.')
  await saveNow(page)
  await saveLine('Saved')
  await press(page, 'Throw away')
  await isAt(page, '/blog-admin')
  expect((await king.get(`/blog/posts/${slug}-again`)).status).toBe(404)
})

it('two people who edit the same blog post see a conflict, and no text is lost', async () => {
  const [title, slug] = newTitle('Of draughts')
  const article = { title, slug, content: 'First.', published: false }
  const { id } = (await king.post<BlogPostView>('/blog/posts', article)).body
  const page = await openPage('/blog-admin', king)
  await revise(page, title)
  await write(page, 'Content', 'Mine.')
  await saveNow(page)
  await saveLine('Saved')
  await king.patch(`/blog/posts/${id}`, { content: 'Theirs.' })
  await write(page, 'Content', 'Mine again.')
  const alert = await within(await editor()).findByRole('alert')
  expect(alert.textContent).toContain('Somebody else has revised this decree meanwhile.')
  await page.reload()
  await saysOf('Thy unsaved words were kept.')
  await has('Content', 'Mine again.')
  await press(page, 'Save draft')
  await toastWith('Royal Decree Updated!')
  expect((await stored(slug)).content).toBe('Mine again.')
})

it('a time in the past is refused; a scheduled article says when, for admins alone, and becomes a draft again', async () => {
  const [title, slug] = newTitle('Of patience')
  const page = await openPage('/blog-admin', king)
  await open(page)
  await write(page, 'Title', title)
  await write(page, 'Content', 'All in good time.')
  const publishAt = async (value: string) => fireEvent.input(await field('Publish at'), { target: { value } })
  await publishAt('2020-01-01T10:00')
  await press(page, 'Schedule')
  await saysOf('Choose a time in the future.')
  const soon = `${new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10)}T09:30`
  await publishAt(soon)
  await press(page, 'Schedule')
  await toastWith('Royal Decree Scheduled!')
  const when = within(await row(title)).getByText(/^Scheduled for .*\b0?9:30/)
  expect(when.getAttribute('datetime')).toBe(new Date(soon).toISOString())
  expect(await statusForReaders(slug)).toBe(404)
  // Its own page, which admins can read already, says so too.
  await page.user.click(within(await row(title)).getByText(title))
  await within(await screen.findByRole('article')).findByText(/^Scheduled for .*\b0?9:30/)
  await page.goto('/blog-admin')

  await revise(page, title)
  await has('Publish at', soon)
  await press(page, 'Clear')
  await press(page, 'Save draft')
  await toastWith('Royal Decree Updated!')
  await eventually(async () => expect((await row(title)).textContent).toContain('Draft'))
  // Its time comes on the open page.
  await king.patch(`/blog/posts/${(await stored(slug)).id}`, { published: true })
  await eventually(async () => expect((await row(title)).textContent).toContain('Published'))
})

it('Ctrl+S saves a draft at once and stays; of a published article it saves what readers see', async () => {
  const [title, slug] = newTitle('Of haste')
  const page = await openPage('/blog-admin/decree', king)
  await write(page, 'Title', title)
  await saveNow(page)
  await saveLine('Not saved: kept in this browser')
  await write(page, 'Content', 'Quickly.')
  await saveNow(page)
  await saveLine('Saved')
  expect(await stored(slug)).toMatchObject({ content: 'Quickly.', published: false })
  await write(page, 'Content', 'Quickly, in public.')
  await page.user.click(await field('Published'))
  await saveNow(page)
  await toastWith('Royal Decree Published!')
  await isAt(page, '/blog-admin')
  expect(await stored(slug)).toMatchObject({ content: 'Quickly, in public.', published: true })
})

it('what was typed survives leaving the page, until it is thrown away', async () => {
  const page = await openPage('/blog-admin/decree', king)
  await write(page, 'Content', 'Article 1 of many.')
  await page.user.click(await screen.findByRole('link', { name: 'Royal archives' }))
  await open(page)
  await saysOf('Thy unsaved words were kept.')
  await has('Content', 'Article 1 of many.')
  await press(page, 'Throw away')
  await isAt(page, '/blog-admin')
  await open(page)
  await has('Content', '')
})

it('the blog editor is for admins only', async () => {
  const page = await openPage('/blog-admin')
  await screen.findByText('Royal Access Required')
  await screen.findByText('Only the King can access the royal blog archives.')
  await page.goto('/blog-admin/decree')
  await screen.findByText('Royal Access Required')
  await gone(() => document.querySelector('.s-article-editor'))
  await openPage(`/blog-admin/decree?id=${'0'.repeat(24)}`, king)
  await screen.findByText('Royal Decree Not Found')
})
