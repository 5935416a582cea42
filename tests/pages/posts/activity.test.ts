import { randomBytes } from 'node:crypto'
import { within } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import { befriend, comment, createPost, follow, message, react } from '#tests/pages/support/calls.ts'
import { fill, findCard } from '#tests/pages/support/elements.ts'
import { newPerson, type PagePerson } from '#tests/pages/support/people.ts'
import { openPage, screen } from '#tests/pages/support/open-page.ts'
import { eventually } from '#tests/support/eventually.ts'

let ann: PagePerson
let bob: PagePerson

beforeEach(async () => {
  ann = await newPerson('Ann')
  bob = await newPerson('Bob')
})

/** The only row of this list, as soon as it is there. */
const findRow = (list: string) =>
  eventually(() => within(screen.getByRole('list', { name: list })).getByRole('listitem'))
const hasText = (element: HTMLElement, text: string) =>
  eventually(() => expect(element.textContent).toContain(text))

it('explore lists what trends, follows it live, and filters', async () => {
  const tag = `t${randomBytes(4).toString('hex')}`
  const { user, address, sent } = await openPage('/activity?tab=explore', ann)
  const list = within((await screen.findAllByRole('list', { name: 'Trending hashtags' }))[0]!)
  await eventually(() => expect(list.getAllByRole('listitem')).toHaveLength(10))
  await sent('watch')
  for (let count = 0; count < 9; count += 1) await createPost(bob, `${count} #${tag}`)
  await list.findByRole('link', { name: new RegExp(`#${tag}`) }, { timeout: 25_000 })
  await fill(user, screen.getByRole('searchbox', { name: 'Filter hashtags' }), `#${tag}`)
  await eventually(() => expect(list.getAllByRole('listitem')).toHaveLength(1))
  await user.click(list.getByRole('link'))
  await eventually(() => expect(address()).toBe(`/search?tag=${tag}`))
})

it('notifications show message, handle, date and an unread dot, and arrive live', async () => {
  const post = await createPost(ann, 'A decree for the hub')
  const { user, address, goto } = await openPage('/activity?tab=notifications', ann)
  await screen.findByText('No notifications yet')
  await react(bob, post.id, '💩')
  const row = await findRow('Notifications')
  expect(row.textContent).toContain(`@${bob.handle}`)
  expect(row.textContent).toContain('now')
  within(row).getByText('unread')
  await user.click(within(row).getByRole('link'))
  await eventually(() => expect(address()).toBe(`/p/${post.id}`))
  await goto('/activity?tab=notifications')
  // The server may answer after the page has changed.
  await eventually(async () =>
    expect(within(await findRow('Notifications')).queryByText('unread')).toBeNull(),
  )
})

it('messages show the person, the last text and the number of unread ones', async () => {
  await openPage('/activity?tab=messages', ann)
  await screen.findByText('No conversations yet')
  await befriend(ann, bob)
  for (const content of ['psst', 'the duck']) await message(bob, ann, content)
  const row = await findRow('Conversations')
  await hasText(row, 'the duck')
  expect(row.textContent).toContain(bob.name)
  await hasText(row, '2')
})

it("a profile's replies, media and likes say when there are none, and show what there is", async () => {
  const { user, goto } = await openPage(`/u/${bob.handle}?tab=replies`, ann)
  await screen.findByText('No replies yet')
  await user.click(screen.getByRole('link', { name: 'Media' }))
  await screen.findByText('No media posts')
  await user.click(screen.getByRole('link', { name: 'Likes' }))
  await screen.findByText('No likes yet')
  const post = await createPost(ann, 'Answer me this')
  await comment(bob, post.id, 'Answered.')
  await react(bob, post.id, '👍')
  await goto(`/u/${bob.handle}?tab=replies`)
  const feed = await screen.findByRole('feed', { name: `Replies by @${bob.handle}` })
  const reply = await within(feed).findByRole('article')
  expect(reply.textContent).toContain('Answered.')
  const link = await within(reply).findByRole('link', { name: /Answer me this/ })
  expect(link.getAttribute('href')).toBe(`/p/${post.id}`)
  await goto(`/u/${bob.handle}?tab=likes`)
  await findCard('Answer me this')
  expect(screen.getAllByRole('article')).toHaveLength(1)
})

it('the counts of a profile open the lists of followers and of people followed', async () => {
  await follow(bob, ann)
  const { user } = await openPage(`/u/${ann.handle}`, ann)
  const figures = await eventually(() => {
    const found = document.querySelector('dl')
    if (!found) throw new Error('There are no figures yet.')
    return within(found)
  })
  await user.click(await figures.findByRole('link', { name: /Followers/ }))
  const people = within(await screen.findByRole('list', { name: `Followers of @${ann.handle}` }))
  await people.findByRole('link', { name: bob.name })
  await user.click(people.getByRole('button', { name: 'Follow Bob' }))
  await people.findByRole('button', { name: 'Following Bob' })
  const tabs = within(screen.getByRole('navigation', { name: 'Profile' }))
  await user.click(tabs.getByRole('link', { name: 'Following' }))
  const followed = within(await screen.findByRole('list', { name: `Followed by @${ann.handle}` }))
  await followed.findByRole('link', { name: bob.name })
})
