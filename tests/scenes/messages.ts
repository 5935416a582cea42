import type { Page } from 'playwright'
import { press, refuse, write, type Act, withoutContent } from './acts.ts'
import { each, type Screen, type World } from './scene.ts'

const withBob = ({ bob }: World) => `/messages?user=${bob.id}`

/** Sends a message and leaves the page before the server has answered. */
const sendAndLeave: Act = async (page: Page) => {
  const { promise: left, resolve: leave } = Promise.withResolvers<void>()
  await page.route('**/api/messages', async (route) => {
    await left
    await route.continue()
  })
  await write('Write a message', 'On my way out')(page)
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Home', exact: true }).first().click()
  await page.getByRole('link', { name: 'For you', exact: true }).waitFor()
  leave()
}

const chooseOfNewest =
  (entry: string): Act =>
  async (page) => {
    await page.getByRole('button', { name: 'Message options' }).last().click()
    await page.getByRole('menuitem', { name: entry }).click()
  }

const messages: Screen = {
  screen: 'Messages (/messages)',
  who: 'ann',
  path: '/messages',
  scenes: [
    {
      state: 'no conversations',
      who: 'newcomer',
      picture: 'messages-empty',
      texts: [
        ['heading', 'No messages yet'],
        ['link', 'Find people to message', '/search'],
        ['heading', 'Select a conversation'],
      ],
    },
    {
      state: 'conversations',
      axe: 'page',
      picture: 'messages',
      texts: [
        ['heading', 'Messages'],
        ['placeholder', 'Search conversations'],
        ['text', 'Bob'],
        ['heading', 'Select a conversation'],
      ],
    },
    {
      state: 'loading',
      holds: '**/api/messages/conversations*',
      prepare: withoutContent,
      picture: 'messages-loading',
    },
    {
      state: 'a thread',
      path: withBob,
      axe: 'page',
      touch: true,
      picture: 'thread',
      texts: [
        ['text', 'Is anybody in there?'],
        ['placeholder', 'Write a message'],
        ['button', 'Send message'],
      ],
    },
    {
      state: 'a message that is delivered after its writer left the page',
      path: withBob,
      stays: true,
      acts: [sendAndLeave],
      texts: each('toast', 'Message sent', 'Your message has been delivered.'),
    },
    {
      state: 'a message just sent',
      path: withBob,
      acts: [write('Write a message', 'A slip of the thumb'), press('Enter')],
      picture: 'message-sent',
      texts: [['button', 'Undo']],
    },
    {
      state: 'the menu of a message',
      path: withBob,
      acts: [(page) => page.getByRole('button', { name: 'Message options' }).last().click()],
      axe: 'menu',
      picture: 'message-menu',
      texts: each('menu item', 'Reply', 'Copy text', 'Delete message'),
    },
    {
      state: 'a reply about to be written',
      path: withBob,
      acts: [chooseOfNewest('Reply')],
      axe: 'page',
      picture: 'message-reply',
      texts: [['button', 'Cancel the reply']],
    },
    {
      state: 'a message just deleted',
      path: withBob,
      stays: true,
      acts: [chooseOfNewest('Delete message')],
      texts: [
        ['toast', 'Message deleted'],
        ['button', 'Undo'],
      ],
    },
    {
      state: 'a message that is refused',
      path: withBob,
      prepare: refuse('**/api/messages', 403, 'No.'),
      acts: [write('Write a message', 'Hello?'), press('Enter')],
      texts: each('toast', 'Failed to send message', 'No.'),
    },
  ],
}

export const MESSAGES: readonly Screen[] = [messages]
