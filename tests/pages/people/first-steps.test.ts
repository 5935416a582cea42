import { within } from '@testing-library/dom'
import { beforeAll, expect, it } from 'vitest'
import type { PostView } from '#contract/posts.ts'
import { eventually } from '#tests/support/eventually.ts'
import { person, type Person } from '#tests/support/http-client.ts'
import { createPost, react } from '#tests/pages/support/calls.ts'
import { cards, fill, gone, navigationLink, valueOf } from '#tests/pages/support/elements.ts'
import { clickButton } from '#tests/pages/support/forms.ts'
import { openPage, screen } from '#tests/pages/support/open-page.ts'
import { newPerson } from '#tests/pages/support/people.ts'
import { site, beginOwnSite } from '#tests/pages/support/site.ts'

// Nobody but Dan is suggested.
beginOwnSite()
let dan: Person
beforeAll(async () => {
  dan = await person(await site(), 'dan')
  await createPost(dan, 'The seat is warm')
})

const dismissal = () => screen.queryByRole('button', { name: 'Dismiss the first steps' })
const noSteps = () => gone(dismissal)
const hasSteps = () => eventually(() => expect(dismissal()).not.toBeNull())

const step = async (name: string) => within(await screen.findByRole('region', { name }))

// From the landing page to here: tests/e2e/people/first-day.slow.phone.spec.ts.
it('a new person writes a bio, follows somebody, and goes on where they stopped on another page, up to the first drop', async () => {
  const ann = await newPerson('Ann', { isNewcomer: true })
  const { user, reload } = await openPage('/', ann)
  const face = await step('Show your face')
  await fill(user, await face.findByLabelText('Bio'), 'Sits, and reads')
  await user.click(face.getByRole('button', { name: 'Next' }))
  const court = await step('Find your court')
  await user.click(await court.findByRole('button', { name: 'Follow dan' }))
  await court.findByRole('button', { name: 'Following dan' })
  await user.click(court.getByRole('button', { name: 'Next' }))
  await step('Leave your first drop')
  await user.click(await navigationLink('Profile'))
  await screen.findByText('Sits, and reads')
  const drop = await step('Leave your first drop')
  await user.click(await drop.findByRole('button', { name: /My first confession/ }))
  await eventually(() => expect(location.pathname).toBe('/compose'))
  const field = await screen.findByRole('textbox', { name: 'What have you been brewing?' })
  await eventually(() => expect(valueOf(field)).toBe('My first confession from this seat: '))
  await user.type(field, 'I hum.')
  await clickButton(user, 'Flush it 💩')
  await eventually(() => expect(location.pathname).toBe('/'))
  await noSteps()
  const own = () => ann.get<PostView[]>(`/users/${ann.handle}/posts`)
  await eventually(async () => expect((await own()).body).toHaveLength(1))
  await react(dan, (await own()).body[0]!.id, '💩')
  await user.click(await navigationLink('Activity', /1 unread notification/))
  const list = await screen.findByRole('list', { name: 'Notifications' })
  await eventually(() => expect(list.textContent).toContain('dan'))
  await reload()
  // The document has the count that opens this tab at once. Pages of these tests have no document.
  await user.click(await screen.findByRole('link', { name: 'Notifications' }))
  await screen.findByRole('list', { name: 'Notifications' })
  await noSteps()
})

it('the first steps are dismissed, here and in every tab', async () => {
  const cat = await newPerson('Cat', { isNewcomer: true })
  const { user, goto, reload } = await openPage('/profile', cat)
  await hasSteps()
  await goto('/')
  await clickButton(user, 'Dismiss the first steps')
  await noSteps()
  await reload()
  await screen.findByRole('heading', { name: 'Home' })
  await noSteps()
  const eve = await newPerson('Eve', { isNewcomer: true })
  await openPage('/profile', eve)
  await hasSteps()
  await eve.delete('/users/me/newcomer')
  await noSteps()
})

it('who to follow is in the column, in the search and in an empty Following; a block takes people away', async () => {
  const fay = await newPerson('Fay')
  const { goto } = await openPage('/?tab=following', fay)
  await screen.findByText('You follow nobody yet.')
  const suggested = async (place: HTMLElement) => {
    const list = await within(place).findByRole('region', { name: 'Who to follow' })
    await within(list).findByRole('link', { name: 'dan' })
  }
  await suggested(await screen.findByRole('main'))
  const column = await screen.findByRole('complementary', { name: 'Search and advertisements' })
  await within(column).findByText('@dan')
  await goto('/search')
  await suggested(await screen.findByRole('main'))
  // Live, without a reload.
  await dan.post(`/users/${fay.id}/block`)
  await gone(() => within(screen.getByRole('main')).queryByRole('link', { name: 'dan' }))
})

it('with nobody to follow the column has its other cards alone', async () => {
  const gil = await newPerson('Gil')
  for (const { id } of (await gil.get<{ id: string }[]>('/users/me/suggested')).body)
    await gil.post(`/users/${id}/mute`)
  await openPage('/profile', gil)
  const column = within(await screen.findByRole('complementary', { name: 'Search and advertisements' }))
  await column.findByRole('heading', { name: 'Trending' })
  await column.findByRole('link', { name: 'Guidelines' })
  expect(column.queryByText('Who to follow')).toBeNull()
  expect(cards('The seat is warm')).toEqual([])
})
