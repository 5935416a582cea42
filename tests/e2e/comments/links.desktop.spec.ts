import type { Guest } from '#tests/e2e/support/people.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const call = async <T>(from: Guest, path: string, data: object): Promise<T> =>
  (await from.context.request.post(`/api${path}`, { data })).json() as Promise<T>

test('a link to a comment that lies pages away opens at it, marks it and keeps it up to date; its time and notifications are such links', async ({
  guest,
}) => {
  const [ann, bob] = [await guest('Ann'), await guest('Bob')]
  const { id } = await call<{ id: string }>(ann, '/posts', { text: 'A decree to be discussed' })
  const oldest = await call<{ id: string }>(bob, `/posts/${id}/comments`, { text: 'The oldest one' })
  for (let number = 1; number <= 25; number += 1)
    await call(ann, `/posts/${id}/comments`, { text: `Comment ${number}` })
  const { page } = ann
  await page.goto(`/p/${id}#c-${oldest.id}`)
  const marked = page.locator('[aria-current="true"]').filter({ hasText: 'one' })
  await expect(marked.getByText('The oldest one')).toBeInViewport()
  await expect(page.getByText('From the link')).toBeVisible()
  await bob.context.request.patch(`/api/comments/${oldest.id}`, { data: { text: 'The first one' } })
  await expect(marked.getByText('The first one')).toBeVisible()
  await page.getByRole('button', { name: 'Show older comments' }).click()
  await expect(page.getByText('From the link')).toHaveCount(0)
  await expect(marked.getByText('The first one')).toHaveCount(1)
  await bob.context.request.delete(`/api/comments/${oldest.id}`)
  await expect(page.getByText('The comment of this link was flushed, or was never here.')).toBeVisible()

  // A comment's time is its link, and a notification leads to the comment.
  const row = page.getByRole('listitem').filter({ hasText: 'Comment 25' })
  await row.getByRole('link', { name: /^(now|\d+m)$/ }).click()
  await expect(page).toHaveURL(new RegExp(`/p/${id}#c-[0-9a-f]{24}$`))
  await expect(row).toHaveAttribute('aria-current', 'true')
  const newest = await call<{ id: string }>(bob, `/posts/${id}/comments`, { text: 'The newest one' })
  await page.goto('/notifications')
  await page.getByRole('link', { name: 'Bob commented on your post' }).click()
  await expect(page).toHaveURL(`/p/${id}#c-${newest.id}`)
  await expect(page.locator('[aria-current="true"]').getByText('The newest one')).toBeInViewport()
})
