import { randomBytes } from 'node:crypto'
import { within } from '@testing-library/dom'
import { beforeAll, expect, it } from 'vitest'
import type { BlogPostView } from '#contract/blog.ts'
import { newAdmin } from '#tests/pages/support/admins.ts'
import { gone, toastWith } from '#tests/pages/support/elements.ts'
import { logIn } from '#tests/pages/support/forms.ts'
import { openPage, screen } from '#tests/pages/support/open-page.ts'
import { newPerson, type PagePerson } from '#tests/pages/support/people.ts'
import { eventually } from '#tests/support/eventually.ts'

let king: PagePerson
beforeAll(async () => {
  king = await newAdmin('King')
})

async function issue(title: string): Promise<BlogPostView> {
  const slug = `${title.toLowerCase().replaceAll(' ', '-')}-${randomBytes(3).toString('hex')}`
  const { body } = await king.post<BlogPostView>('/blog/posts', {
    title,
    slug,
    content: 'Hear ye.',
    published: true,
  })
  return body
}
const burn = ({ id }: { id: string }) => king.delete(`/blog/posts/${id}`)

it('below an article stand its author and the next one, which follows what is published', async () => {
  const articles = [await issue('Of the first flush'), await issue('Of the second flush')]
  articles.push(await issue('Of the third flush'))
  const { user, network } = await openPage('/blog')
  await screen.findByRole('heading', { name: 'Royal Blog', level: 1 })
  expect(screen.queryByRole('link', { name: 'Manage Decrees' })).toBeNull()
  const asksForMails = () => network.requests.some((one) => JSON.stringify(one).includes('/blog/mails'))
  await eventually(() => expect(asksForMails()).toBe(true))
  await user.click(await screen.findByText('Of the third flush'))
  expect((await screen.findByRole('link', { name: /Decreed by/ })).textContent).toContain(king.name)
  const nextIs = (title: string) => screen.findByRole('link', { name: new RegExp(`Next decree.*${title}`) })
  await nextIs('Of the second flush')
  await burn(articles[1]!)
  await user.click(await nextIs('Of the first flush'))
  await screen.findByRole('heading', { level: 1, name: 'Of the first flush' })
  // There is no mail server: no mails are offered, neither there nor here.
  expect(screen.queryByRole('region', { name: 'Decrees by mail' })).toBeNull()
  // It burns while it is read.
  await burn(articles[0]!)
  await screen.findByText('This decree has been lost to the ages.')
  await burn(articles[2]!)
})

it('a reaction shows whose push comes before an older answer to the first read', async () => {
  const ann = await newPerson('Ann')
  const article = await issue('Of overtaking')
  const { user, network, sent, heard } = await openPage('/blog')
  await sent('"blog"')
  const read = Promise.withResolvers<void>()
  const arrives = Promise.withResolvers<void>()
  network.answer(async ({ path }, send) => {
    if (!path.endsWith(`/${article.id}/reactions`)) return undefined
    const answer = await send()
    read.resolve()
    await arrives.promise
    return answer
  })
  await user.click(await screen.findByText('Of overtaking'))
  await read.promise
  await ann.put(`/blog/posts/${article.id}/reaction`, { emoji: '💩' })
  await heard('decree-reactions:updated')
  arrives.resolve()
  await screen.findByRole('button', { name: 'poo, 1' })
  await burn(article)
})

it('reactions are live; a visitor is offered an account, and after the log-in the reaction is given', async () => {
  const [ann, bob] = await Promise.all([newPerson('Ann'), newPerson('Bob')])
  const article = await issue('Of verdicts')
  const react = (who: PagePerson) => who.put(`/blog/posts/${article.id}/reaction`, { emoji: '💩' })
  const { user, address } = await openPage(`/blog/${article.slug}`)
  const poo = (name: string) =>
    eventually(() => within(screen.getByRole('group', { name: 'Reactions' })).getByRole('button', { name }))
  await poo('poo')
  await react(ann)
  await poo('poo, 1')
  await react(king)
  await user.click(await poo('poo, 2'))
  await toastWith('Please log in to react to decrees.')
  const sheet = await screen.findByRole('dialog', { name: 'Throw the first poo' })
  expect(sheet.textContent).toContain('lands on this decree at once')
  await user.click(within(sheet).getByRole('link', { name: 'Log in' }))
  await logIn(user, bob)
  await eventually(() => expect(address()).toBe(`/blog/${article.slug}`))
  const own = await poo('poo, 3')
  expect(own.getAttribute('aria-pressed')).toBe('true')
  // Of others, its button is not pressed; a press adds and takes back.
  await user.click(own)
  expect((await poo('poo, 2')).getAttribute('aria-pressed')).toBe('false')
  await burn(article)
})

it('an article that is scheduled appears on the open page of readers at its time', async () => {
  const article = await issue('Of patience')
  await king.patch(`/blog/posts/${article.id}`, { published: false })
  await openPage('/blog')
  await screen.findByRole('heading', { name: 'Royal Blog', level: 1 })
  await gone(() => screen.queryByRole('link', { name: 'Of patience' }))
  const publishAt = new Date(Date.now() + 1_000).toISOString()
  await king.patch(`/blog/posts/${article.id}`, { publishAt })
  await screen.findByText('Of patience')
  await burn(article)
})
