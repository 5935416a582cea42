import type { Guest } from '#tests/e2e/support/people.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const call = async <T>(from: Guest, path: string, data?: object): Promise<T> =>
  (await from.context.request.post(`/api${path}`, { data })).json() as Promise<T>
const poo = (from: Guest, id: string) => from.context.request.put(`/api/comments/${id}/poo`)

test('a poo on a comment shows on both pages at once, and its author is told', async ({ guest }) => {
  const [ann, bob] = [await guest('Ann'), await guest('Bob')]
  const { id } = await call<{ id: string }>(ann, '/posts', { text: 'A decree to be laughed at' })
  await call(bob, `/posts/${id}/comments`, { text: 'A joke' })
  await Promise.all([ann, bob].map(({ page }) => page.goto(`/p/${id}`)))
  const on = ({ page }: Guest) => page.getByRole('listitem').filter({ hasText: 'A joke' })

  await on(ann).getByRole('button', { name: 'poo' }).click()
  await expect(on(ann).getByRole('button', { name: 'poo, 1' })).toHaveAttribute('aria-pressed', 'true')
  await expect(on(bob).getByRole('button', { name: 'poo, 1' })).toHaveAttribute('aria-pressed', 'false')
  await on(bob).getByRole('button', { name: 'poo, 1' }).click()
  await expect(on(ann).getByRole('button', { name: 'poo, 2' })).toBeVisible()
  await ann.page.reload()
  await expect(on(ann).getByRole('button', { name: 'poo, 2' })).toHaveAttribute('aria-pressed', 'true')

  await bob.page.goto('/notifications')
  const notice = bob.page.getByRole('link', { name: 'Ann reacted 💩 to your comment' })
  await notice.click()
  await expect(bob.page).toHaveURL(new RegExp(`/p/${id}#c-`))
  await on(ann).getByRole('button', { name: 'poo, 2' }).click()
  await expect(on(bob).getByRole('button', { name: 'poo, 1' })).toHaveAttribute('aria-pressed', 'true')
  await bob.page.goto('/notifications')
  await expect(bob.page.getByRole('heading', { name: 'No notifications yet' })).toBeVisible()
  await expect(notice).toHaveCount(0)
})

test('the order can be chosen, and what comes live does not move it', async ({ guest }) => {
  const [ann, bob] = [await guest('Ann'), await guest('Bob')]
  const { id } = await call<{ id: string }>(ann, '/posts', { text: 'A decree with an echo' })
  const said: { id: string }[] = []
  for (const text of ['One', 'Two', 'Three'])
    said.push(await call<{ id: string }>(bob, `/posts/${id}/comments`, { text }))
  await poo(ann, said[1]!.id)
  const { page } = ann
  await page.goto(`/p/${id}`)
  const comments = page.getByRole('region', { name: 'Comments' })
  const texts = () => comments.locator('.s-comment-text').allTextContents()
  await expect.poll(texts).toEqual(['Three', 'Two', 'One'])
  const choose = (name: string) =>
    page.getByRole('group', { name: 'Order of comments' }).getByText(name).click()
  await choose('Oldest')
  await expect.poll(texts).toEqual(['One', 'Two', 'Three'])
  await call(bob, `/posts/${id}/comments`, { text: 'Four' })
  await expect.poll(texts).toEqual(['One', 'Two', 'Three', 'Four'])
  await choose('Top')
  await expect.poll(texts).toEqual(['Two', 'Four', 'Three', 'One'])
  await poo(bob, said[0]!.id)
  await poo(ann, said[0]!.id)
  await expect(comments.getByRole('button', { name: 'poo, 2' })).toBeVisible()
  expect(await texts()).toEqual(['Two', 'Four', 'Three', 'One'])
  await page.getByRole('textbox', { name: 'Your comment' }).fill('Mine')
  await page.keyboard.press('Control+Enter')
  await expect.poll(texts).toEqual(['Mine', 'Two', 'Four', 'Three', 'One'])
})

test('the roast of the day rises to the top at once, and goes with its poos', async ({ guest }) => {
  const people = [await guest('Ann'), await guest('Bob'), await guest('Cat')] as const
  const [ann, bob, cat] = people
  const { id } = await call<{ id: string }>(ann, '/posts', { text: 'A decree to be roasted' })
  const roast = await call<{ id: string }>(bob, `/posts/${id}/comments`, { text: 'Burnt' })
  await call(bob, `/posts/${id}/comments`, { text: 'Lukewarm' })
  await ann.page.goto(`/p/${id}`)
  const top = ann.page.getByRole('region', { name: 'Roast of the day' })
  await expect(ann.page.getByText('Lukewarm')).toBeVisible()
  for (const one of people) await poo(one, roast.id)
  await expect(top.getByText('Burnt')).toBeVisible()
  await expect(ann.page.getByText('Burnt')).toHaveCount(1)
  await cat.page.goto(`/p/${id}`)
  await expect(cat.page.getByRole('region', { name: 'Roast of the day' })).toBeVisible()
  await cat.page.getByRole('button', { name: 'poo, 3' }).click()
  await expect(top).toHaveCount(0)
  await expect(ann.page.getByText('Burnt')).toHaveCount(1)
})
