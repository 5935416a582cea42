import { within } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import { comment, createPost, message } from '#tests/pages/support/calls.ts'
import { findCard, gone, toastWith } from '#tests/pages/support/elements.ts'
import { newPerson, type PagePerson } from '#tests/pages/support/people.ts'
import { openPage, screen, type OpenedPage } from '#tests/pages/support/open-page.ts'
import { eventually } from '#tests/support/eventually.ts'

let ann: PagePerson
let bob: PagePerson

beforeEach(async () => {
  ;[ann, bob] = await Promise.all([newPerson('Ann'), newPerson('Bob')])
})

const press = async ({ user }: OpenedPage, role: string, name: string | RegExp) =>
  user.click(await screen.findByRole(role, { name }))

/** Opens a menu, chooses from it and answers the dialog. */
async function report(page: OpenedPage, menu: string, title: string, entry = 'Report'): Promise<void> {
  await press(page, 'button', menu)
  await press(page, 'menuitem', entry)
  const dialog = await screen.findByRole('dialog', { name: title })
  await page.user.click(within(dialog).getByRole('radio', { name: /^Spam/ }))
  await page.user.click(within(dialog).getByRole('button', { name: 'Send report' }))
  const toast = await toastWith('Report sent')
  await gone(() => screen.queryByRole('dialog', { name: title }))
  await page.user.click(within(toast).getByRole('button', { name: 'Close' }))
  await gone(() => document.querySelector('.rf-toast'))
}

it('a post is reported by keyboard with a reason and a note; the dialog requires a reason', async () => {
  const post = await createPost(ann, 'Buy my golden plungers')
  const { user, network } = await openPage(`/p/${post.id}`, bob)
  const card = await findCard('golden plungers')
  const menu = () => within(card).getByRole('button', { name: 'Post options' })
  const keyOn = async (element: HTMLElement, key: string) => {
    element.focus()
    await user.keyboard(key)
  }
  await keyOn(menu(), '{Enter}')
  await keyOn(await screen.findByRole('menuitem', { name: 'Report' }), '{Enter}')
  const dialog = await screen.findByRole('dialog', { name: 'Report this post' })
  const send = within(dialog).getByRole('button', { name: 'Send report' })
  await keyOn(send, '{Enter}')
  await within(dialog).findByText('Please tell us what is wrong.')
  await keyOn(within(dialog).getByRole('radio', { name: /^Spam/ }), ' ')
  await user.type(within(dialog).getByRole('textbox'), 'All day long.')
  await keyOn(send, '{Enter}')
  await toastWith('Report sent')
  await toastWith('Thank you. The guards will look at it within 24 hours.')
  expect(network.requests.find(({ path }) => path === '/api/reports')!.body).toEqual({
    targetType: 'post',
    targetId: post.id,
    reason: 'spam',
    details: 'All day long.',
  })
  await eventually(() => expect(document.activeElement).toBe(menu()))
})

it("comments, people and messages can be reported where they are shown, except one's own", async () => {
  const post = await createPost(bob, 'Speak up')
  await comment(ann, post.id, 'You smell')
  const page = await openPage(`/p/${post.id}`, bob)
  await report(page, 'Comment options', 'Report this comment')
  await page.goto(`/u/${ann.handle}`)
  await report(page, 'Profile options', `Report @${ann.handle}`)
  await message(ann, bob, 'Boo')
  await page.goto(`/messages?user=${ann.id}`)
  await report(page, 'Message options', 'Report this message', 'Report message')
  const hers = await openPage(`/p/${post.id}`, ann)
  await press(hers, 'button', 'Comment options')
  await screen.findByRole('menuitem', { name: 'Copy link' })
  const entries = screen.getAllByRole('menuitem').map(({ textContent }) => textContent)
  expect(entries).toEqual(['Copy link', 'Edit', 'Delete'])
})

it('a visitor is asked to log in, and a failure is shown', async () => {
  const post = await createPost(ann, 'Nothing to see')
  const visit = await openPage(`/p/${post.id}`)
  await press(visit, 'button', 'Post options')
  await press(visit, 'menuitem', 'Report')
  await toastWith('Login required')
  await toastWith('Please log in to report.')

  const page = await openPage(`/p/${post.id}`, bob)
  page.network.answer(({ path }) =>
    path === '/api/reports' ? new Response('The throne is busy.', { status: 503 }) : undefined,
  )
  await press(page, 'button', 'Post options')
  await press(page, 'menuitem', 'Report')
  await press(page, 'radio', /^Something else/)
  await press(page, 'button', 'Send report')
  await toastWith('Failed to send report')
  await toastWith('The throne is busy.')
  screen.getByRole('dialog')
})

it('a profile mutes, blocks and takes both back', async () => {
  const page = await openPage(`/u/${ann.handle}`, bob)
  const choose = async (label: string) => {
    await press(page, 'button', 'Profile options')
    await press(page, 'menuitem', `${label} @${ann.handle}`)
  }
  await choose('Mute')
  await toastWith(`@${ann.handle} muted`)
  await choose('Unmute')
  await toastWith(`@${ann.handle} unmuted`)
  await choose('Block')
  await press(page, 'button', 'Block')
  await toastWith(`@${ann.handle} blocked`)
  await gone(() => screen.queryByRole('link', { name: 'Message' }))
  await choose('Unblock')
  await screen.findByRole('link', { name: 'Message' })
})
