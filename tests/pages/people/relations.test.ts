import { within } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import { eventually } from '#tests/support/eventually.ts'
import { befriend, comment, createPost } from '#tests/pages/support/calls.ts'
import { cards, findCard, gone, toastWith } from '#tests/pages/support/elements.ts'
import { clickButton } from '#tests/pages/support/forms.ts'
import { openPage, screen, type OpenedPage } from '#tests/pages/support/open-page.ts'
import { newPerson, type PagePerson } from '#tests/pages/support/people.ts'

let ann: PagePerson
let bob: PagePerson
/** Bob's post, below which Ann has written. */
let postId: string
const wordOf = ({ handle }: PagePerson) => `drop of ${handle}`

beforeEach(async () => {
  ;[ann, bob] = await Promise.all([newPerson('Ann'), newPerson('Bob')])
  await createPost(ann, wordOf(ann))
  postId = (await createPost(bob, wordOf(bob))).id
  await comment(ann, postId, `Said by ${ann.handle}`)
})

/** What Bob does on another device. */
const does = async (what: 'mute' | 'block', isEnd = false) => {
  const path = `/users/${ann.id}/${what}`
  expect((await (isEnd ? bob.delete(path) : bob.post(path))).status).toBeLessThan(300)
}
/** A mute and a block by Bob, and their ends, reach the page: it shows Ann, and then does not. */
async function follows(shows: () => Promise<unknown>, hides: () => Promise<unknown>): Promise<void> {
  await shows()
  for (const what of ['mute', 'block'] as const) {
    await does(what)
    await hides()
    await does(what, true)
    await shows()
  }
}
async function choose({ user }: OpenedPage, label: string): Promise<void> {
  await clickButton(user, 'Profile options')
  await user.click(await screen.findByRole('menuitem', { name: label }))
}

it('[L19] a mute and a block, and their ends, reach an open feed and an open thread', async () => {
  const { goto } = await openPage('/', bob)
  await follows(
    () => findCard(wordOf(ann)),
    () => gone(() => cards(wordOf(ann))),
  )
  await goto(`/p/${postId}`)
  const said = () => screen.queryByText(`Said by ${ann.handle}`)
  await follows(
    () => eventually(() => expect(said()).not.toBeNull()),
    () => gone(said),
  )
})

it('[L19] an open conversation cannot be written to during a block', async () => {
  await befriend(ann, bob)
  await openPage(`/messages?user=${ann.id}`, bob)
  const line = () => screen.queryByRole('textbox', { name: /^Message/ })
  await eventually(() => expect(line()).not.toBeNull())
  await does('block')
  await screen.findByText('You cannot write to this person.')
  expect(line()).toBeNull()
  await does('block', true)
  await eventually(() => expect(line()).not.toBeNull())
})

it('[L19] the settings list who is muted and blocked, and end it', async () => {
  const { user } = await openPage('/settings?section=privacy', bob)
  const inList = async (name: string) =>
    within(await screen.findByRole('list', { name })).findByText(`@${ann.handle}`)
  const nobody = async () => {
    await screen.findByText(/You have muted nobody\./)
    await screen.findByText(/You have blocked nobody\./)
  }
  await nobody()
  await does('mute')
  await inList('Muted people')
  await clickButton(user, `Unmute @${ann.handle}`)
  await toastWith(`@${ann.handle} unmuted`)
  await nobody()
  await does('block')
  await inList('Blocked people')
  await does('block', true)
  await nobody()
})

it('[L19] a profile mutes and blocks, keeps its own posts, and knows when either has ended elsewhere', async () => {
  const page = await openPage(`/u/${ann.handle}`, bob)
  await findCard(wordOf(ann))
  await choose(page, `Mute @${ann.handle}`)
  await toastWith(`@${ann.handle} muted`)
  await findCard(wordOf(ann))
  await does('mute', true)
  await choose(page, `Mute @${ann.handle}`)
  await toastWith(`@${ann.handle} muted`)
  await choose(page, `Unmute @${ann.handle}`)
  await toastWith(`@${ann.handle} unmuted`)
  await choose(page, `Block @${ann.handle}`)
  await clickButton(page.user, 'Block')
  await eventually(async () => expect((await ann.get(`/users/${bob.handle}`)).status).toBe(404))
  await choose(page, `Unblock @${ann.handle}`)
  await findCard(wordOf(ann))
})

it('[L19] whoever is blocked does not find the other any more, until the block ends', async () => {
  await openPage(`/u/${bob.handle}`, ann)
  const profile = async () => {
    await screen.findByRole('heading', { level: 1, name: 'Bob' })
    await findCard(wordOf(bob))
  }
  await profile()
  await does('block')
  await screen.findByText('User not found')
  await does('block', true)
  await profile()
})
