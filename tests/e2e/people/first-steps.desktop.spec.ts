import type { PostView } from '#contract/posts.ts'
import { signUp } from '#tests/e2e/support/register-form.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { person, type Person } from '#tests/support/http-client.ts'
import { startServerProcess, type ServerProcess } from '#tests/support/server-process.ts'

// A server of its own: nobody but Dan is suggested.
let server: ServerProcess
let dan: Person
let dropId: string
test.beforeAll(async () => {
  server = await startServerProcess({ LOG_LEVEL: 'warn' })
  dan = await person(server, 'dan')
  const drop = await dan.post<PostView>('/posts', { text: 'The seat is warm' })
  dropId = drop.body.id
  await dan.post(`/posts/${dropId}/react`, { emoji: '💩' })
})
test.afterAll(() => server[Symbol.asyncDispose]())

test('a new person comes from the landing page to a first reaction by links and buttons alone', async ({
  guest,
  openContext,
}) => {
  const bob = await guest('Bob', server.url)
  // Bob reads his home, where the drop of somebody new shows.
  await bob.page.goto('/')
  const page = await (await openContext(server.url)).newPage()
  // The only address that anybody types.
  await page.goto('/')
  await expect(page.getByText('1 reaction so far')).toBeVisible()
  const newest = page.getByRole('list', { name: 'Newest drops' }).getByRole('listitem')
  await expect(newest.filter({ hasText: 'The seat is warm' })).toContainText('1 reaction')
  // What happens elsewhere moves the counts.
  await (await person(server, 'eve')).post(`/posts/${dropId}/react`, { emoji: '💩' })
  await expect(newest.filter({ hasText: 'The seat is warm' })).toContainText('2 reactions')
  await page.getByRole('link', { name: 'Get Started' }).first().click()
  await signUp(page)
  const steps = page.getByRole('region', { name: 'Show your face' })
  await steps.getByLabel('Bio').fill('Sits, and reads')
  await steps.getByRole('button', { name: 'Next' }).click()
  const court = page.getByRole('region', { name: 'Find your court' })
  await court.getByRole('button', { name: 'Follow dan' }).click()
  await expect(court.getByRole('button', { name: 'Following dan' })).toBeVisible()
  // On another page the person goes on where they stopped.
  await court.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Profile' }).click()
  await expect(page.getByText('Sits, and reads')).toBeVisible()
  await page
    .getByRole('region', { name: 'Leave your first drop' })
    .getByRole('button', { name: /My first confession/ })
    .click()
  await expect(page).toHaveURL('/compose')
  const field = page.getByRole('textbox', { name: 'What have you been brewing?' })
  await expect(field).toHaveValue('My first confession from this seat: ')
  await field.press('End')
  await field.pressSequentially('I hum.')
  await page.getByRole('button', { name: 'Flush it 💩' }).click()
  await expect(page).toHaveURL('/')
  const drop = page.getByRole('article').filter({ hasText: 'I hum.' })
  await expect(drop).toBeVisible()
  await expect(page.getByText('Be presented at court')).toHaveCount(0)

  await bob.page.getByRole('button', { name: /1 new drop/ }).click()
  await bob.page
    .getByRole('article')
    .filter({ hasText: 'I hum.' })
    .getByRole('button', { name: 'poo', exact: true })
    .click()
  await expect(drop.getByRole('button', { name: 'poo, 1' })).toBeVisible()
  await page.getByRole('link', { name: /Activity.*1 unread notification/ }).click()
  await expect(page.getByRole('list', { name: 'Notifications' })).toContainText('Bob')
  await page.reload()
  await expect(page.getByText('Be presented at court')).toHaveCount(0)
})

test('the first steps are dismissed in every tab', async ({ guest }) => {
  const { page, context } = await guest('Cat', server.url, { isNewcomer: true })
  await page.goto('/')
  const other = await context.newPage()
  await other.goto('/profile')
  await expect(other.getByText('Be presented at court')).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Dismiss the first steps' }).click()
  await expect(page.getByText('Be presented at court')).toHaveCount(0)
  await expect(other.getByText('Be presented at court')).toHaveCount(0)
})

test('who to follow is in the column, in the search and in an empty Following; a block takes people away', async ({
  guest,
}) => {
  const fay = await guest('Fay', server.url)
  const { page } = fay
  await page.goto('/?tab=following')
  await expect(page.getByText('You follow nobody yet.')).toBeVisible()
  const list = page.getByRole('main').getByRole('region', { name: 'Who to follow' })
  await expect(list.getByRole('link', { name: 'dan' })).toBeVisible()
  const column = page
    .getByRole('complementary')
    .getByRole('listitem')
    .filter({ hasText: `@${dan.handle}` })
  await expect(column).toBeVisible()
  await page.goto('/search')
  await expect(list.getByRole('link', { name: 'dan' })).toBeVisible()
  // Dan blocks the person: live, without a reload.
  await dan.post(`/users/${fay.id}/block`)
  await expect(list.getByRole('link', { name: 'dan' })).toHaveCount(0)
})

test('with nobody to follow the column has its other cards alone', async ({ guest }) => {
  // Nobody is suggested to the people of the run's own server (prepare-pages.ts).
  const { page } = await guest('Gil')
  await page.goto('/profile')
  const column = page.getByRole('complementary', { name: 'Search and advertisements' })
  await expect(column.getByRole('heading', { name: 'Trending' })).toBeVisible()
  await expect(column.getByRole('link', { name: 'Guidelines' })).toBeVisible()
  await expect(column.getByText('Who to follow')).toHaveCount(0)
})
