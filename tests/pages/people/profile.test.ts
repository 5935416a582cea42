import { within } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import type { PublicProfileView } from '#contract/people.ts'
import { eventually } from '#tests/support/eventually.ts'
import { newAdmin } from '#tests/pages/support/admins.ts'
import { createPost, follow } from '#tests/pages/support/calls.ts'
import { fill, findCard, gone, toastWith } from '#tests/pages/support/elements.ts'
import { clickButton, field, findField } from '#tests/pages/support/forms.ts'
import { openPage, screen } from '#tests/pages/support/open-page.ts'
import { newPerson, type PagePerson } from '#tests/pages/support/people.ts'

let ann: PagePerson
let bob: PagePerson
beforeEach(async () => {
  ann = await newPerson('Ann')
  bob = await newPerson('Bob')
})

const counted = (what: 'posts' | 'following' | 'followers', count: string) =>
  eventually(() => expect(document.querySelector(`[data-count=${what}]`)?.textContent).toBe(count))
const headed = (name: string) =>
  eventually(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(name))

it('a profile shows a person and their posts', async () => {
  await createPost(bob, 'Long live the plunger')
  await openPage(`/u/${bob.handle}`, ann)
  await headed('Bob')
  await screen.findAllByText(`@${bob.handle}`)
  const month = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(),
  )
  await screen.findByText(`Joined ${month}`)
  await counted('posts', '1')
  await findCard('Long live the plunger')
})

it('a follow that fails says so and changes nothing', async () => {
  const { user, network } = await openPage(`/u/${bob.handle}`, ann)
  const headers = { 'content-type': 'text/plain' }
  network.answer(({ path }) =>
    path.endsWith('/follow')
      ? new Response('The throne is busy. Please try again in a moment.', { status: 503, headers })
      : undefined,
  )
  await clickButton(user, 'Follow')
  expect((await toastWith('Failed to follow user')).textContent).toContain('The throne is busy.')
  await screen.findByRole('button', { name: 'Follow' })
})

it('following changes the counts once, is undone, and waits for the answer', async () => {
  const { user, network } = await openPage(`/u/${bob.handle}`, ann)
  const letGo = network.holdWrites('/follow')
  await clickButton(user, 'Follow')
  await screen.findByRole('button', { name: 'Loading...' })
  letGo()
  await screen.findByRole('button', { name: 'Following' })
  await counted('followers', '1')
  const followers = async () =>
    (await bob.get<PublicProfileView>(`/users/${bob.handle}`)).body._count.followers
  expect(await followers()).toBe(1)
  await clickButton(user, 'Following')
  await screen.findByRole('button', { name: 'Follow' })
  await counted('followers', '0')
  expect(await followers()).toBe(0)
})

it('a follow reaches the profiles of both people, live', async () => {
  const { goto } = await openPage('/profile', bob)
  await counted('followers', '0')
  await follow(ann, bob)
  await counted('followers', '1')
  await goto(`/u/${ann.handle}`)
  await screen.findByText('Follows you')
  await ann.delete(`/users/${bob.id}/follow`)
  await gone(() => screen.queryByText('Follows you'))
})

it("one's own counts change with actions in another tab", async () => {
  await openPage('/profile', ann)
  await counted('following', '0')
  await follow(ann, bob)
  await counted('following', '1')
  await createPost(ann, 'One from elsewhere')
  await counted('posts', '1')
})

it('a mouse that rests on a name sees who that is, and can follow them there', async () => {
  await createPost(bob, 'Hover over me')
  const { user } = await openPage('/feed', ann)
  const card = await findCard(`Hover over me`)
  const [name] = within(card).getAllByRole('link', { name: 'Bob' })
  const findHovered = () => screen.findByRole('region', { name: 'About Bob' })
  const shows = (words: string) =>
    eventually(async () => expect((await findHovered()).textContent).toContain(words))
  await user.hover(name!)
  await shows(`@${bob.handle}`)
  await shows('0 Followers')
  await follow(bob, ann)
  await shows('Follows you')
  // It stays while the mouse is on it.
  await user.hover(await findHovered())
  await user.click(within(await findHovered()).getByRole('button', { name: 'Follow' }))
  await within(await findHovered()).findByRole('button', { name: 'Following' })
  await shows('1 Follower')
  await user.hover(document.body)
  await gone(() => screen.queryByRole('region', { name: 'About Bob' }))
  await user.hover(name!)
  await findHovered()
  await user.keyboard('{Escape}')
  await gone(() => screen.queryByRole('region', { name: 'About Bob' }))
})

it('a new name and bio are saved', async () => {
  const { user, address } = await openPage('/profile', bob)
  await user.click(await screen.findByRole('link', { name: 'Edit Profile' }))
  expect((await findField('Handle')).readOnly).toBe(true)
  expect(address()).toBe('/profile?tab=settings')
  await fill(user, field('Display name'), 'Sir Bob of the Bend')
  await fill(user, field('Bio'), 'Unblocks.')
  await screen.findByText('9/160')
  await clickButton(user, 'Save Changes')
  await toastWith('Profile updated')
  await headed('Sir Bob of the Bend')
  expect(screen.getAllByText('Unblocks.').length).toBeGreaterThan(0)
  await fill(user, field('Display name'), '   ')
  await clickButton(user, 'Save Changes')
  await screen.findByText('Display name is required')
})

it('admins wear their badges', async () => {
  const king = await newAdmin('King')
  await openPage(`/u/${king.handle}`, ann)
  await headed('King')
  for (const badge of ['Verified', 'Admin']) await screen.findByText(badge)
})

it('nobody by that name is not found', async () => {
  const { user, address } = await openPage('/u/nobody_at_all', ann)
  await headed('User not found')
  await user.click(screen.getByRole('link', { name: 'Go back home' }))
  await eventually(() => expect(address()).toBe('/'))
})

it('only the owner sees the settings', async () => {
  await openPage(`/u/${bob.handle}?tab=settings`, ann)
  await headed('Bob')
  const tabs = await screen.findByRole('navigation', { name: 'Profile' })
  const words = [...tabs.querySelectorAll('a')].map(({ textContent }) => textContent)
  expect(words).toEqual(['Posts', 'Replies', 'Media', 'Likes'])
  expect(screen.queryByRole('button', { name: 'Save Changes' })).toBeNull()
})
