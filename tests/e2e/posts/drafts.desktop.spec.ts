import type { Page } from 'playwright/test'
import { createPost } from '#tests/e2e/support/calls.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { toast } from '#tests/e2e/support/toasts.ts'

const brewing = (page: Page) => page.getByRole('textbox', { name: 'What have you been brewing?' })

// Drafts of one page are tested in tests/pages/posts/drafts.test.ts.
test('a draft of one tab survives what another tab writes, sends and clears, and the closing of its tab', async ({
  guest,
}) => {
  const [ann, bob] = [await guest('Ann'), await guest('Bob')]
  const [one, two] = [ann.page, await ann.context.newPage()]
  // A message in the same conversation.
  const field = (page: Page) => page.getByRole('textbox', { name: 'Message to Bob' })
  await two.goto(`/messages?user=${bob.id}`)
  await one.goto(`/messages?user=${bob.id}`)
  await field(one).fill('A long message')
  await field(two).fill('short')
  await field(two).press('Enter')
  await expect(field(two)).toHaveValue('')
  await one.reload()
  await expect(field(one)).toHaveValue('A long message')

  await two.goto('/')
  await one.goto('/')
  await brewing(one).fill('A long text')
  await brewing(two).fill('short')
  await two.getByRole('button', { name: 'Flush it' }).click()
  await expect(toast(two)).toContainText('Post created!')
  await brewing(two).fill('x')
  await brewing(two).fill('')
  await one.reload()
  await expect(brewing(one)).toHaveValue('A long text')
  await one.close()
  await two.reload()
  await expect(brewing(two)).toHaveValue('A long text')
})

/** Radix listens to presses beside a dialog from a timer on, which it sets when it moves the focus into the dialog. */
const timersRan = (page: Page) => page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))

test('a press beside a dialog does not throw away what was typed in it', async ({ guest }) => {
  const ann = await guest('Ann')
  const { page } = ann
  const post = await createPost(ann, 'Teh post')
  await page.goto(`/p/${post.id}`)
  const dialog = page.getByRole('dialog', { name: 'Edit post' })
  const edit = async () => {
    await page.getByRole('button', { name: 'Post options' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await expect(dialog).toBeVisible()
  }
  const text = dialog.getByRole('textbox', { name: 'Post text' })
  await edit()
  await expect(text).toBeFocused()
  await timersRan(page)
  await page.mouse.click(5, 5)
  await expect(dialog).toHaveCount(0)
  await edit()
  await text.fill('The post')
  await timersRan(page)
  await page.mouse.click(5, 5)
  await expect(text).toHaveValue('The post')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
})
