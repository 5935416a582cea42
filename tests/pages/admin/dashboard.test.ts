import { within } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import type { AdminPersonView } from '#contract/admin.ts'
import { eventually } from '#tests/support/eventually.ts'
import { newAdmin } from '#tests/pages/support/admins.ts'
import { createPost } from '#tests/pages/support/calls.ts'
import { fill, findRow, gone, rows, saidOnce } from '#tests/pages/support/elements.ts'
import { clickButton, findField } from '#tests/pages/support/forms.ts'
import { openPage, screen } from '#tests/pages/support/open-page.ts'
import { newPerson, type PagePerson } from '#tests/pages/support/people.ts'

let king: PagePerson
let queen: PagePerson
let bob: PagePerson
beforeEach(async () => {
  ;[king, queen, bob] = await Promise.all([newAdmin('King'), newAdmin('Queen'), newPerson('Bob')])
})

const findSearch = () => findField('Search by handle, display name or email')

it('admin rights are given and taken, a row follows another admin, and nobody changes themselves', async () => {
  const { user } = await openPage('/admin', king)
  await fill(user, await findSearch(), bob.handle)
  await findRow(bob.handle)
  await gone(() => rows(king.handle))
  const crown = () => screen.getByRole<HTMLInputElement>('switch', { name: `@${bob.handle} is an admin` })
  const isCrowned = (is: boolean) => eventually(() => expect(crown().checked).toBe(is))
  const stored = async () =>
    (await queen.get<AdminPersonView[]>(`/admin/users?q=${bob.handle}`)).body[0]!.isAdmin
  await user.click(crown())
  await clickButton(user, 'Crown')
  await saidOnce(user, 'Admin status updated')
  await isCrowned(true)
  expect(await stored()).toBe(true)
  await queen.patch(`/admin/users/${bob.id}/admin`, { isAdmin: false })
  await isCrowned(false)
  await queen.patch(`/admin/users/${bob.id}/admin`, { isAdmin: true })
  await isCrowned(true)
  await user.click(crown())
  await saidOnce(user, 'Admin status updated')
  expect(await stored()).toBe(false)

  await fill(user, await findSearch(), king.handle)
  await findRow(king.handle)
  const own = screen.getByRole<HTMLInputElement>('switch', { name: `@${king.handle} is an admin` })
  expect(own.disabled).toBe(true)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: `Delete @${king.handle}` }).disabled).toBe(
    true,
  )

  await fill(user, await findSearch(), bob.handle)
  // The rows move while the list is narrowed.
  await gone(() => rows(king.handle))
  await clickButton(user, `Delete @${bob.handle}`)
  await clickButton(user, 'Delete')
  await saidOnce(user, 'User deleted')
  await screen.findByText('No users found')
})

it('an NSFW mark and a deletion change the row of a post, whoever does it', async () => {
  const [marked, kept] = [`Marked words of ${bob.handle}`, `Other words of ${bob.handle}`]
  const post = await createPost(bob, marked)
  const other = await createPost(bob, kept)
  const { user } = await openPage('/admin?tab=posts', king)
  const isMarked = (is: boolean) =>
    eventually(async () =>
      expect(within(await findRow(marked)).getByRole<HTMLInputElement>('switch').checked).toBe(is),
    )
  await user.click(within(await findRow(marked)).getByRole('switch'))
  await saidOnce(user, 'NSFW status updated')
  await isMarked(true)
  await queen.patch(`/admin/posts/${post.id}/nsfw`, { nsfw: false })
  await isMarked(false)
  await user.click(within(await findRow(marked)).getByRole('button', { name: /^Delete the post/ }))
  await clickButton(user, 'Delete')
  await saidOnce(user, 'Post deleted')
  await gone(() => rows(marked))
  expect((await bob.get(`/posts/${post.id}`)).status).toBe(404)
  await findRow(kept)
  await queen.delete(`/admin/posts/${other.id}`)
  await gone(() => rows(kept))
})
