import { card, comment, createPost, follow } from '#tests/e2e/support/calls.ts'
import { overhang } from '#tests/e2e/support/look.ts'
import type { Guest } from '#tests/e2e/support/people.ts'
import { toast } from '#tests/e2e/support/toasts.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

let writer: Guest
let reader: Guest

test.beforeEach(async ({ guest }) => {
  // The longest possible handle.
  writer = await guest('Maximiliana_von_rohr')
  reader = await guest('Reader')
  await writer.context.request.patch('/api/users/me', {
    data: { displayName: 'Her Serene Highness Maximiliana von Abflussrohr' },
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  await follow(reader, writer)
})

test('long names, endless words and right-to-left text stay inside 320 pixels, with the time and the menu', async () => {
  const { page } = reader
  await page.setViewportSize({ width: 320, height: 640 })
  await createPost(writer, 'A'.repeat(400))
  const last = await createPost(writer, 'مرحبا بالجميع، هذا منشور من اليمين إلى اليسار عن #الحمام')
  await comment(writer, last.id, `https://example.org/${'pipe/'.repeat(60)}`)
  await page.goto('/?tab=following')
  await expect(card(page, 'مرحبا')).toBeVisible()
  expect(await overhang(page)).toBe(0)
  for (const button of await card(page, 'مرحبا').getByRole('button').all()) {
    const box = await button.boundingBox()
    expect(box!.x + box!.width).toBeLessThanOrEqual(320)
  }
  // Beside a name that is too long.
  await expect(card(page, 'مرحبا').locator('time')).toBeInViewport({ ratio: 1 })
  await expect(card(page, 'مرحبا').getByRole('button', { name: 'Post options' })).toBeInViewport({ ratio: 1 })
  await page.goto(`/p/${last.id}`)
  await expect(page.getByRole('region', { name: 'Comments' })).toContainText('example.org')
  expect(await overhang(page)).toBe(0)
})

test('a handle that has no room is cut on the line of the name, and the time follows it; a toast covers neither the new comment nor the field', async () => {
  const { page } = reader
  const post = await createPost(writer, 'Of long names')
  await comment(writer, post.id, 'Of long names as well')
  await page.goto(`/p/${post.id}`)
  await expect(page.getByText('Of long names as well')).toBeVisible()
  for (const head of [page.locator('.s-post-head'), page.locator('.s-comment-head').first()]) {
    const [name, handle, who, when] = await Promise.all(
      ['.s-post-name', '.s-post-handle', '.s-post-who', '.s-post-when'].map((part) =>
        head.locator(part).boundingBox(),
      ),
    )
    expect(Math.abs(handle!.y - name!.y)).toBeLessThan(10)
    expect(when!.x - (who!.x + who!.width)).toBeLessThan(10)
  }

  // A toast covers neither the new comment nor the field.
  const field = page.getByRole('textbox', { name: 'Your comment' })
  await field.fill('Something')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  const box = await toast(page).boundingBox()
  const sent = page.getByRole('listitem').filter({ hasText: 'Something' })
  await expect(sent).toBeVisible()
  for (const part of [sent, field])
    expect((await part.boundingBox())!.y).toBeGreaterThan(box!.y + box!.height)
})

test('letters twice as large leave room for the name, the badge, the composer and its words', async () => {
  const { page } = reader
  await createPost(writer, 'Large and delicate', { nsfw: true })
  await page.goto('/?tab=following')
  await expect(card(page, 'Large and delicate').getByText('NSFW', { exact: true })).toBeVisible()
  await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'))
  expect(await overhang(page)).toBe(0)
  const words = page.getByRole('textbox', { name: 'What have you been brewing?' })
  expect((await words.boundingBox())!.width).toBeGreaterThan(200)
  await words.fill('In large letters')
  expect(await overhang(page)).toBe(0)
})
