import { message } from '#tests/e2e/support/calls.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

test('[L69] the first message of a stranger shows at Messages on every page, until it is read', async ({
  guest,
}) => {
  const [ann, bob] = [await guest('Ann'), await guest('Bob')]
  const [one, two] = [ann.page, await ann.context.newPage()]
  const messages = (page: typeof one) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Messages/ })
  await one.goto('/')
  await two.goto('/search')
  for (const page of [one, two]) await expect(messages(page)).toHaveText('Messages')
  await message(bob, ann, 'Hello, stranger')
  for (const page of [one, two]) await expect(messages(page)).toHaveText('Messages 1 message request')
  await expect(one).toHaveTitle(/^(?!\()/)
  await one.reload()
  await expect(messages(one)).toHaveText('Messages 1 message request')
  await messages(one).click()
  await one.getByRole('link', { name: /Bob/ }).first().click()
  await expect(one.getByText('Hello, stranger').last()).toBeVisible()
  for (const page of [one, two]) await expect(messages(page)).toHaveText('Messages')
})
