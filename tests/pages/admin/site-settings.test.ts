import { within } from '@testing-library/dom'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import type { HeldWritingView } from '#contract/moderation.ts'
import type { UserEvent } from '@testing-library/user-event'
import { eventually } from '#tests/support/eventually.ts'
import { newAdmin } from '#tests/pages/support/admins.ts'
import { createPost } from '#tests/pages/support/calls.ts'
import { cards, fill, findCard, gone, saidOnce, toastWith, valueOf } from '#tests/pages/support/elements.ts'
import { clickButton } from '#tests/pages/support/forms.ts'
import { openPage, screen } from '#tests/pages/support/open-page.ts'
import { newPerson, type PagePerson } from '#tests/pages/support/people.ts'

const HELD = 'A moderator has to read this first. It will appear when they let it through.'
/** What the guards hold. The first one is a page of the stand-in for the internet. */
const linksOf = ({ handle }: PagePerson, name: string) =>
  `Have a look: http://one.test/page?title=One https://one.example https://two.example https://three.example/${handle}/${name}`

let queen: PagePerson
let bob: PagePerson
beforeEach(async () => {
  ;[queen, bob] = await Promise.all([newAdmin('Queen'), newPerson('Bob')])
})

/** The protection is off again after the test: it would hold the posts of the others. */
const endProtection = () => onTestFinished(async () => void (await queen.post('/admin/anti-asshole/disable')))
const waiting = () => {
  const list = screen.queryByRole('list', { name: 'Waiting for the guards' })
  return list ? within(list).getAllByRole('listitem') : []
}
const waits = (words: string) =>
  eventually(() =>
    expect(
      waiting()
        .map(({ textContent }) => textContent)
        .join(),
    ).toContain(words),
  )
const heldIds = async (name: string) =>
  (await queen.get<HeldWritingView[]>('/admin/held')).body
    .filter(({ text }) => text === linksOf(bob, name))
    .map(({ id }) => id)

async function writeLinks(user: UserEvent, name: string): Promise<void> {
  const field = await screen.findByPlaceholderText('Top Crap Talk 💩')
  await fill(user, field, linksOf(bob, name))
  await clickButton(user, 'Flush it 💩')
  await saidOnce(user, HELD)
  await eventually(() => expect(valueOf(field)).toBe(''))
}

it('only its author sees a queued post, until it is published, rejected or withdrawn', async () => {
  endProtection()
  await queen.post('/admin/anti-asshole/enable')
  const cat = await newPerson('Cat')
  const said = await createPost(cat, 'Who has links for me?')
  const { user, goto, reload, sent } = await openPage('/', bob)
  await writeLinks(user, 'seen')
  await waits(linksOf(bob, 'seen'))
  expect(cards('three.example')).toEqual([])
  await reload()
  await waits(linksOf(bob, 'seen'))
  await sent('"topic":"feed"')
  const [id] = await heldIds('seen')
  await queen.post(`/admin/held/${id}/release`)
  await gone(waiting)
  // Live at home.
  await findCard(`three.example/${bob.handle}/seen`)
  await goto('/notifications')
  await screen.findByText('The guards let your post through.')

  await goto(`/p/${said.id}`)
  await fill(user, await screen.findByPlaceholderText('Leave your mark'), linksOf(bob, 'comment'))
  await clickButton(user, 'Comment')
  await waits('Your comment')
  await goto(`/u/${bob.handle}`)
  await waits('Your comment')
  await clickButton(user, 'Withdraw')
  await gone(waiting)
  expect(await heldIds('comment')).toEqual([])
})

it('others see neither a queued post nor a queued comment', async () => {
  endProtection()
  await queen.post('/admin/anti-asshole/enable')
  const cat = await newPerson('Cat')
  const said = await createPost(cat, 'Who has links for me?')
  await bob.post('/posts', { text: linksOf(bob, 'hidden') })
  await bob.post(`/posts/${said.id}/comments`, { text: linksOf(bob, 'comment') })
  expect(await heldIds('hidden')).toHaveLength(1)
  expect(await heldIds('comment')).toHaveLength(1)
  const { goto } = await openPage(`/u/${bob.handle}`, cat)
  await screen.findByText('No posts yet.')
  expect(waiting()).toEqual([])
  await goto(`/p/${said.id}`)
  await screen.findByText('No comments yet. The seat is still warm.')
  expect(waiting()).toEqual([])
})

it('an admin turns the protection on and off, sees queued posts live with their cards, and publishes one', async () => {
  endProtection()
  const { user } = await openPage('/admin?tab=settings', queen)
  await clickButton(user, 'Refresh SEO Metadata')
  await screen.findByText(/addresses in the sitemap/)
  // There is one toast at a time, and this one would come over the next.
  await saidOnce(user, 'SEO Refreshed')
  await clickButton(user, 'Enable Protection')
  await toastWith('Anti-Asshole Updated')
  await screen.findByRole('button', { name: 'Disable Protection' })
  expect((await bob.post('/posts', { text: linksOf(bob, 'released') })).text).toContain('"held":{')
  const row = await eventually(() => {
    const found = screen.getAllByRole('listitem').find((one) => one.textContent.includes(bob.handle))
    expect(found).toBeDefined()
    return within(found!)
  })
  row.getByText('Held')
  expect((await row.findByRole('link', { name: /^one\.test/ })).textContent).toBe('one.testOne')
  await user.click(row.getByRole('button', { name: /^Release/ }))
  await gone(() => screen.queryAllByText(new RegExp(bob.handle)))
  const posts = await bob.get(`/users/${bob.handle}/posts`)
  expect(posts.text).toContain(`three.example/${bob.handle}/released`)
  await clickButton(user, 'Disable Protection')
  await screen.findByRole('button', { name: 'Enable Protection' })
})
