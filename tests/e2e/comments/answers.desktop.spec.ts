import type { Guest } from '#tests/e2e/support/people.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

const call = async <T>(from: Guest, path: string, data: object): Promise<T> =>
  (await from.context.request.post(`/api${path}`, { data })).json() as Promise<T>

test('an answer stands below its comment on both pages, at once', async ({ guest }) => {
  const [ann, bob] = [await guest('Ann'), await guest('Bob')]
  const { id } = await call<{ id: string }>(ann, '/posts', { text: 'A decree to be discussed' })
  await call(bob, `/posts/${id}/comments`, { text: 'The older one' })
  await call(bob, `/posts/${id}/comments`, { text: 'The newer one' })
  await Promise.all([ann, bob].map(({ page }) => page.goto(`/p/${id}`)))

  const older = ann.page.getByRole('listitem').filter({ hasText: 'The older one' })
  await older.getByRole('button', { name: 'Reply to Bob' }).click()
  const field = ann.page.getByRole('textbox', { name: 'Your reply' })
  await expect(field).toHaveValue(`@${bob.handle} `)
  await field.pressSequentially('no.')
  await older.getByRole('form', { name: 'Reply to Bob' }).getByRole('button', { name: 'Reply' }).click()
  await expect(field).toHaveCount(0)

  for (const { page } of [ann, bob])
    await expect(
      page.getByRole('list', { name: 'Replies to Bob' }).getByText(`@${bob.handle} no.`),
    ).toBeVisible()
  const replies = bob.page.getByRole('list', { name: 'Replies to Bob' })
  await replies.getByRole('button', { name: 'Reply to Ann' }).click()
  await bob.page.getByRole('textbox', { name: 'Your reply' }).pressSequentially('yes.')
  await bob.page.keyboard.press('Control+Enter')
  await expect(ann.page.getByRole('list', { name: 'Replies to Bob' }).getByRole('listitem')).toHaveCount(2)
  await expect(ann.page.getByRole('heading', { name: 'Comments 4' })).toBeVisible()

  await ann.page.goto('/notifications')
  await expect(ann.page.getByText('Bob replied to your comment')).toBeVisible()
  await expect(ann.page.getByText(`“@${ann.handle} yes.”`)).toBeVisible()
})

test('a reply that is given up leaves nothing, and one that was begun waits', async ({ guest }) => {
  const ann = await guest('Ann')
  const { page } = ann
  const { id } = await call<{ id: string }>(ann, '/posts', { text: 'A decree' })
  await call(ann, `/posts/${id}/comments`, { text: 'My own' })
  await page.goto(`/p/${id}`)
  const reply = page.getByRole('button', { name: 'Reply to Ann' })
  const field = page.getByRole('textbox', { name: 'Your reply' })
  await reply.click()
  await expect(field).toHaveValue('')
  await field.pressSequentially('Half a thought')
  await page.keyboard.press('Escape')
  await expect(field).toHaveCount(0)
  await page.reload()
  await reply.click()
  await expect(field).toHaveValue('Half a thought')
})
