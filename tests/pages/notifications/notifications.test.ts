import { within } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import { comment, createPost, deletePost, follow, message, react } from '#tests/pages/support/calls.ts'
import { navigationLink } from '#tests/pages/support/elements.ts'
import { newPerson, type PagePerson } from '#tests/pages/support/people.ts'
import { openPage, screen, type OpenedPage } from '#tests/pages/support/open-page.ts'
import { eventually } from '#tests/support/eventually.ts'

let ann: PagePerson
let bob: PagePerson

beforeEach(async () => {
  ;[ann, bob] = await Promise.all([newPerson('Ann'), newPerson('Bob')])
  await ann.patch('/users/me/notifications', { readWhenSeen: false })
})

const region = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('section[aria-labelledby]')].find(
    (section) => document.getElementById(section.getAttribute('aria-labelledby')!)?.textContent === name,
  )
const itemsOf = (name: string) => [...(region(name)?.querySelectorAll<HTMLElement>('li') ?? [])]
const fresh = () => itemsOf('New notifications')
const earlier = () => itemsOf('Earlier')
const count = (find: () => readonly HTMLElement[], number: number) =>
  eventually(() => expect(find()).toHaveLength(number))
const freshHas = (words: string) =>
  eventually(() => expect(region('New notifications')?.textContent).toContain(words))
const press = async ({ user }: OpenedPage, name: string) =>
  user.click(await screen.findByRole('button', { name }))

/** Mentions are not grouped. */
async function callByName(times: number): Promise<void> {
  const post = await createPost(bob, 'A decree with many answers')
  for (let number = 1; number <= times; number += 1)
    await comment(bob, post.id, `Answer ${number}, @${ann.handle}.`)
}

it('notifications of follows, reactions, comments, mentions and messages arrive live', async () => {
  const post = await createPost(ann, 'A decree for the notifications')
  await follow(ann, bob)
  await openPage('/notifications', ann)
  await screen.findByText('No notifications yet')
  await follow(bob, ann)
  await react(bob, post.id, '💩')
  await comment(bob, post.id, 'Seconded.')
  await createPost(bob, `All hail @${ann.handle}`)
  await message(bob, ann, 'psst')
  await count(fresh, 5)
  const list = within(region('New notifications')!)
  expect(list.getByRole('link', { name: /follow/i }).getAttribute('href')).toBe(`/u/${bob.handle}`)
  expect(list.getByRole('link', { name: /react/i }).getAttribute('href')).toBe(`/p/${post.id}`)
})

it('Select All selects the pages that are not loaded yet as well', async () => {
  await callByName(25)
  const page = await openPage('/notifications', ann)
  await count(fresh, 20)
  await press(page, 'Select All')
  await press(page, 'Mark 25 as read')
  await count(fresh, 0)
  expect(screen.queryByRole('button', { name: 'Load more notifications' })).toBe(null)
  await page.reload()
  await count(earlier, 20)
  expect(region('New notifications')).toBe(undefined)
})

it('when the loaded notifications have been read, the next ones move up', async () => {
  await callByName(22)
  const page = await openPage('/notifications', ann)
  await count(fresh, 20)
  await press(page, 'Select')
  for (const row of fresh()) await page.user.click(within(row).getByRole('checkbox'))
  await press(page, 'Mark 20 as read')
  await count(fresh, 2)
})

it('notifications read here are read elsewhere, and those that are read in another tab are read here', async () => {
  await follow(bob, ann)
  const post = await createPost(ann, 'Another decree')
  await react(bob, post.id, '👍')
  const page = await openPage('/notifications', ann)
  await count(fresh, 2)
  await press(page, 'Select All')
  await press(page, 'Mark 2 as read')
  await count(fresh, 0)
  await count(earlier, 2)
  const unread = await ann.get<{ count: number }>('/notifications/unread-count')
  expect(unread.body.count).toBe(0)

  await comment(bob, post.id, 'A word.')
  await count(fresh, 1)
  const { body } = await ann.get<{ id: string }[]>('/notifications')
  await ann.post('/notifications/read', { ids: body.map(({ id }) => id) })
  await count(fresh, 0)
  await count(earlier, 3)
})

it('notifications of one kind about one post are one row, which says what was said, live', async () => {
  const cat = await newPerson('Cat')
  const post = await createPost(ann, 'A decree about the towels')
  await comment(bob, post.id, 'Seconded.')
  const page = await openPage('/notifications', ann)
  await freshHas('Bob commented on your post')
  await count(fresh, 1)
  await freshHas('“Seconded.”')
  const said = await comment(cat, post.id, 'Thirded.')
  await freshHas('Cat and Bob commented on your post')
  expect(fresh()).toHaveLength(1)
  await cat.patch(`/comments/${said.id}`, { text: 'Fourthed.' })
  await freshHas('“Fourthed.”')
  await cat.delete(`/comments/${said.id}`)
  await eventually(() => expect(fresh()[0]!.textContent).not.toContain('Cat'))
  await freshHas('Bob commented on your post')
  await freshHas('“Seconded.”')
  await react(bob, post.id, '💩')
  await count(fresh, 2)
  within(fresh()[0]!).getByText('💩')
  await press(page, 'Select')
  await page.user.click(within(fresh()[1]!).getByRole('checkbox'))
  await press(page, 'Mark 1 as read')
  await count(fresh, 1)
  await count(earlier, 1)
})

it('[L67] what is taken back or deleted leaves the list and the badge', async () => {
  const post = await createPost(ann, 'A decree to be reacted to')
  await openPage('/notifications', ann)
  await screen.findByText('No notifications yet')
  await react(bob, post.id, '💩')
  await createPost(bob, `All hail @${ann.handle}`)
  const mention = await createPost(bob, `Hail @${ann.handle} once more`)
  const badge = (words: RegExp) => navigationLink('Activity', words)
  await badge(/^Activity.*3 unread notifications$/)
  await react(bob, post.id, '💩')
  await deletePost(bob, mention.id)
  await badge(/^Activity.*1 unread notification$/)
  await count(fresh, 1)
})

it('what waits in conversations is counted at Messages and not at Activity, and each conversation once in the title', async () => {
  await follow(ann, bob)
  const page = await openPage('/notifications', ann)
  await screen.findByText('No notifications yet')
  await message(bob, ann, 'psst')
  const { conversationId } = await message(bob, ann, 'are you there?')
  await navigationLink('Messages', /^Messages.*2 unread messages$/)
  await freshHas('Bob sent you a message')
  await navigationLink('Activity', /^Activity$/)
  await eventually(() => expect(document.title).toMatch(/^\(1\) /))
  await follow(bob, ann)
  await navigationLink('Activity', /^Activity.*1 unread notification$/)
  await eventually(() => expect(document.title).toMatch(/^\(2\) /))
  await page.reload()
  await navigationLink('Messages', /^Messages.*2 unread messages$/)
  await navigationLink('Activity', /^Activity.*1 unread notification$/)
  await ann.post(`/messages/${conversationId}/read`, { seq: 2 })
  await navigationLink('Messages', /^Messages$/)
  await navigationLink('Activity', /^Activity.*1 unread notification$/)
})

it('each notification of a group can be selected by itself', async () => {
  const cat = await newPerson('Cat')
  const post = await createPost(ann, 'A decree about the soap')
  for (const who of [bob, cat, bob]) await comment(who, post.id, 'Soap!')
  const page = await openPage('/notifications', ann)
  await press(page, 'Show the 3 notifications')
  const group = await screen.findByRole('list', { name: / commented on your post$/ })
  const rows = () => within(group).queryAllByRole('listitem')
  await count(rows, 3)
  await press(page, 'Select')
  await page.user.click(within(rows()[1]!).getByRole('checkbox'))
  await press(page, 'Mark 1 as read')
  await count(rows, 2)
  await eventually(() => expect(region('Earlier')?.textContent).toContain('Cat commented on your post'))
})

it('Mentions shows what calls one by name, and keeps what is new to that list', async () => {
  const post = await createPost(ann, 'A decree')
  await comment(bob, post.id, 'Not by name.')
  await createPost(bob, `All hail @${ann.handle}`)
  const page = await openPage('/notifications', ann)
  await count(fresh, 2)
  await page.user.click(screen.getByRole('link', { name: 'Mentions' }))
  await count(fresh, 1)
  await freshHas(`All hail @${ann.handle}`)
  await react(bob, post.id, '💩')
  await createPost(bob, `And again @${ann.handle}`)
  await count(fresh, 2)
  await press(page, 'Select All')
  await press(page, 'Mark 2 as read')
  await page.user.click(screen.getByRole('link', { name: 'All' }))
  await count(fresh, 2)
})

it('checkboxes stand behind "Select" and "Select All"', async () => {
  await callByName(2)
  const page = await openPage('/notifications', ann)
  await count(fresh, 2)
  const boxes = () => within(region('New notifications')!).queryAllByRole<HTMLInputElement>('checkbox')
  const ticked = () => boxes().map(({ checked }) => checked)
  expect(boxes()).toEqual([])
  await press(page, 'Select')
  expect(ticked()).toEqual([false, false])
  await press(page, 'Cancel')
  expect(boxes()).toEqual([])
  await press(page, 'Select All')
  await eventually(() => expect(ticked()).toEqual([true, true]))
  await press(page, 'Deselect All')
  expect(ticked()).toEqual([false, false])
  await page.user.click(boxes()[1]!)
  await press(page, 'Mark 1 as read')
  await count(fresh, 1)
  expect(boxes()).toEqual([])
})

it('a new account reads what it has seen: it stays in its place until the page is left', async () => {
  const cat = await newPerson('Cat')
  const post = await createPost(cat, 'A decree to be seen')
  await comment(bob, post.id, 'Seen.')
  const { reload } = await openPage('/notifications', cat)
  await count(fresh, 1)
  const allRead = () =>
    eventually(async () => {
      const { body } = await cat.get<{ count: number }>('/notifications/unread-count')
      expect(body.count).toBe(0)
    })
  await allRead()
  await count(fresh, 1)
  await eventually(() => expect(within(fresh()[0]!).queryByText('unread')).toBe(null))
  await comment(bob, post.id, 'Seen as well.')
  await freshHas('“Seen as well.”')
  await allRead()
  await reload()
  await count(earlier, 1)
})

it('Activity opens its notifications while some are unread, and the form otherwise', async () => {
  const { user } = await openPage('/activity', ann)
  const form = () => screen.queryByPlaceholderText('Top Crap Talk 💩')
  const formIsThere = () => eventually(() => expect(form()).not.toBeNull())
  await formIsThere()
  await follow(bob, ann)
  await navigationLink('Activity', /1 unread/)
  expect(form(), 'the form stays while it is used').not.toBeNull()
  await user.click(await navigationLink('Home'))
  await user.click(await navigationLink('Activity'))
  const list = await screen.findByRole('list', { name: 'Notifications' })
  await within(list).findByText('Bob started following you')
  await user.click(screen.getAllByRole('link', { name: 'Post' })[0]!)
  await formIsThere()
})
