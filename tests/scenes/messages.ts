import type { Page } from 'playwright'
import { KEPT_MESSAGES, PICKED_FILES, storedText } from '#tests/e2e/support/stored-text.ts'
import {
  answer,
  chooseFile,
  click,
  LINKED,
  press,
  refuse,
  waitForRole,
  waitForText,
  withoutContent,
  write,
  type Act,
} from './acts.ts'
import { isTouched, restOn } from '#tests/support/touch.ts'
import { each, type Screen, type World } from './scene.ts'

const withBob = ({ bob }: World) => `/messages?user=${bob.id}`
const inMeeting = ({ meeting }: World) => `/messages?conversation=${meeting.id}`
const invitation = ({ meeting }: World) => `/messages?join=${meeting.token}`

const openAbout: Act = async (page) => {
  await page.getByRole('heading', { name: 'Night shift' }).getByRole('button').click()
  await page.getByRole('dialog').getByText(/you$/).waitFor()
}

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

/** By touch the button takes no press: a finger rests on the message instead. */
const openNewestMenu = async (page: Page): Promise<void> => {
  const options = page.getByRole('button', { name: 'Message options' }).last()
  if (!(await isTouched(page))) return options.click()
  await options.scrollIntoViewIfNeeded()
  await restOn(page, options.locator('xpath=..').locator('.s-bubble'))
}

const chooseOfNewest =
  (entry: string | RegExp): Act =>
  async (page) => {
    await openNewestMenu(page)
    await page.getByRole('menuitem', { name: entry }).click()
  }

/** The scenes are shown several times, and a second press would take it back. */
const reactToNewest: Act = async (page) => {
  await openNewestMenu(page)
  const poo = page.getByRole('menuitemcheckbox', { name: 'React with poo' })
  if (await poo.isChecked()) await page.keyboard.press('Escape')
  else await poo.click()
  await page.getByRole('button', { name: '💩 from you' }).waitFor()
}

const waitForEditor: Act = (page) => page.getByRole('textbox', { name: 'Edit message' }).waitFor()

/** The scenes are shown several times: each time another text. */
const editNewest: Act = async (page, world) => {
  await chooseOfNewest('Edit message')(page, world)
  const field = page.getByRole('textbox', { name: 'Edit message' })
  const text = await field.inputValue()
  await field.fill(text.endsWith('!') ? text.slice(0, -1) : `${text}!`)
  await page.keyboard.press('Enter')
  await field.waitFor({ state: 'detached' })
}

/** The scenes are shown several times, and the same setting again makes no line. */
const letDisappear: Act = async (page) => {
  await page.getByRole('button', { name: 'Conversation options' }).click()
  const entry = page.getByRole('menuitem', { name: 'Disappear after 24 hours' })
  await page.getByRole('menuitem', { name: 'Archive' }).waitFor()
  if ((await entry.count()) > 0) await entry.click()
  else await page.keyboard.press('Escape')
  await page.getByText('You set new messages to disappear').waitFor()
}
const choosePhoto: Act = (page) => chooseFile(page, 'a.png', 'image/png', Buffer.alloc(10))

/** The browser forgets removed files a moment after the page does: a page that is left before has them again. */
const filesForgotten: Act = (page) =>
  page.evaluate(storedText, { ...PICKED_FILES, lacks: '"slot":"message:' })

/** The browser of the scenes has no microphone: a tone takes its place, or the person refuses. */
const withMicrophone =
  (isAllowed: boolean): Act =>
  async (page) =>
    page.addInitScript((allowed) => {
      navigator.mediaDevices.getUserMedia = async () => {
        if (!allowed) throw new DOMException('', 'NotAllowedError')
        const context = new AudioContext()
        const tone = context.createOscillator()
        const end = context.createMediaStreamDestination()
        tone.connect(end)
        tone.start()
        return end.stream
      }
    }, isAllowed)

const openRequest: Act = async (page) => {
  await page.getByRole('region', { name: 'Requests' }).getByRole('listitem').getByRole('link').click()
  await page.getByRole('button', { name: 'Accept' }).waitFor()
}

const waitForFound: Act = (page) =>
  page.getByRole('region', { name: 'Messages found' }).getByRole('link').first().waitFor()

const searchThread: Act = async (page, world) => {
  await page.getByRole('button', { name: 'Conversation options' }).click()
  await page.getByRole('menuitem', { name: 'Search' }).click()
  await page.getByPlaceholder('Search this conversation').fill('there')
  await waitForFound(page, world)
}

/** The browser has kept the list, and the server gives no answer about messages any more. */
const keepInBrowser: Act = async (page, world) => {
  await page.goto('/messages')
  await page.evaluate(storedText, { ...KEPT_MESSAGES, has: '"conversations"' })
  await withoutContent(page, world)
  await page.route('**/api/messages/**', (route) => route.abort())
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
      state: 'conversations from the browser',
      slow: true,
      prepare: keepInBrowser,
      withoutSocket: true,
      acts: [waitForText(/^Saved copy from Today/)],
      axe: 'page',
      picture: 'messages-kept',
      texts: [
        ['heading', 'Messages'],
        ['text', 'Bob'],
      ],
    },
    {
      state: 'a search',
      acts: [write('Search conversations', 'there'), waitForFound],
      axe: 'page',
      touch: true,
      picture: 'messages-search',
      texts: [['heading', 'Messages']],
    },
    {
      state: 'a search without results',
      acts: [write('Search conversations', 'nowhere')],
      picture: 'messages-search-empty',
      texts: [['heading', 'No conversations yet']],
    },
    {
      state: 'a search in a thread',
      path: ({ bob }: World) => `/messages?user=${bob.id}`,
      slow: true,
      acts: [searchThread],
      axe: 'page',
      touch: true,
      picture: 'thread-search',
      texts: [
        ['placeholder', 'Search this conversation'],
        ['button', 'Close the search'],
      ],
    },
    {
      state: 'a new message',
      acts: [click('New message'), waitForText('New group')],
      axe: 'dialog',
      touch: true,
      picture: 'message-new',
      texts: [
        ['heading', 'New message'],
        ['placeholder', 'Search for people'],
      ],
    },
    {
      state: 'a new group',
      acts: [click('New message'), click('New group'), waitForText('Call the meeting')],
      axe: 'dialog',
      touch: true,
      picture: 'group-new',
      texts: [
        ['heading', 'New group'],
        ['button', 'Call the meeting'],
      ],
    },
    {
      state: 'a group',
      path: inMeeting,
      acts: [waitForText(/^Who has the key/)],
      axe: 'page',
      touch: true,
      picture: 'group',
      texts: [
        ['button', 'Night shift'],
        ['text', '2 people'],
        ['text', 'You called the stall meeting "Night shift"'],
      ],
    },
    {
      state: 'who has read a message of a group',
      path: inMeeting,
      slow: true,
      acts: [chooseOfNewest(/^Read by/), waitForRole('dialog')],
      axe: 'dialog',
      picture: 'group-readers',
      texts: [
        ['heading', 'Who has read it'],
        ['text', 'We do not count people who switched off read receipts.'],
      ],
    },
    {
      state: 'about a group',
      path: inMeeting,
      slow: true,
      acts: [openAbout],
      axe: 'dialog',
      touch: true,
      picture: 'group-about',
      texts: [
        ['heading', 'About this group'],
        ['field', 'Name of the group'],
        ['switch', 'New members can read earlier messages'],
        ...each(
          'button',
          'Choose a picture',
          'New invitation link',
          'End the link',
          'Bring in people',
          'Leave',
        ),
      ],
    },
    {
      state: 'about a group, for a member',
      who: 'bob',
      path: inMeeting,
      slow: true,
      acts: [openAbout],
      axe: 'dialog',
      picture: 'group-about-member',
      texts: [
        ['heading', 'About this group'],
        ['button', 'Leave'],
      ],
    },
    {
      state: 'an invitation to a group',
      who: 'newcomer',
      path: invitation,
      slow: true,
      acts: [waitForText('A stall meeting with 2 people')],
      axe: 'page',
      touch: true,
      picture: 'group-invitation',
      texts: [
        ['heading', 'Night shift'],
        ['button', 'Join'],
        ['link', 'To your messages'],
      ],
    },
    {
      state: 'an invitation that has ended',
      path: `/messages?join=${'x'.repeat(43)}`,
      slow: true,
      axe: 'page',
      picture: 'group-invitation-ended',
      texts: [
        ['heading', 'This invitation does not work any more.'],
        ['link', 'To your messages', '/messages'],
      ],
    },
    {
      state: 'loading',
      holds: '**/api/messages/conversations*',
      prepare: withoutContent,
      picture: 'messages-loading',
    },
    {
      state: 'requests of strangers',
      who: 'bob',
      path: '/messages?requests=all',
      axe: 'page',
      picture: 'requests',
      texts: [
        ['link', 'All conversations', '/messages'],
        ['heading', 'Requests'],
        ['text', 'We have not been introduced.'],
      ],
    },
    {
      state: 'a request',
      who: 'bob',
      path: '/messages?requests=all',
      acts: [openRequest],
      axe: 'page',
      touch: true,
      picture: 'request',
      texts: each('button', 'Accept', 'Decline', 'Report', 'Block'),
    },
    {
      state: 'no requests',
      who: 'newcomer',
      path: '/messages?requests=all',
      texts: [['heading', 'Nobody is waiting']],
    },
    {
      state: 'nothing archived',
      who: 'newcomer',
      path: '/messages?archived=all',
      texts: [['heading', 'Nothing in the cistern']],
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
      acts: [openNewestMenu],
      axe: 'menu',
      picture: 'message-menu',
      texts: each('menu item', 'Reply', 'Copy text', 'Delete message'),
    },
    {
      state: 'reactions to a message',
      path: withBob,
      acts: [reactToNewest],
      axe: 'page',
      picture: 'message-reactions',
      texts: [['button', '💩 from you']],
    },
    {
      state: 'all emoji, to react with one',
      path: withBob,
      slow: true,
      acts: [chooseOfNewest('React with another emoji'), waitForRole('dialog')],
      axe: 'dialog',
      picture: 'message-reaction-picker',
      texts: [['heading', 'React with an emoji']],
    },
    {
      state: 'a message about to be edited',
      path: withBob,
      slow: true,
      acts: [chooseOfNewest('Edit message'), waitForEditor],
      axe: 'page',
      picture: 'message-edit',
      texts: [
        ['button', 'Cancel the edit'],
        ['button', 'Save changes'],
      ],
    },
    {
      state: 'what a message said before its edit',
      path: withBob,
      slow: true,
      acts: [editNewest, click(/^edited/), waitForRole('dialog'), waitForText('Current')],
      axe: 'dialog',
      picture: 'message-edit-history',
      texts: [
        ['heading', 'Edit history'],
        ['text', 'Current'],
      ],
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
      state: 'the menu of a conversation',
      path: withBob,
      acts: [(page) => page.getByRole('button', { name: 'Conversation options' }).click()],
      axe: 'menu',
      picture: 'conversation-menu',
      texts: each('menu item', 'Pin', 'Archive', 'Mark as unread', 'Mute: 8 hours'),
    },
    {
      state: 'new messages that disappear',
      path: withBob,
      slow: true,
      acts: [letDisappear],
      axe: 'page',
      picture: 'thread-disappearing',
      texts: [['text', 'You set new messages to disappear after 24 hours']],
    },
    {
      state: 'two photos about to be sent',
      path: withBob,
      slow: true,
      fails: '**/api/media/upload?*',
      acts: [choosePhoto, choosePhoto],
      axe: 'page',
      picture: 'message-photos',
      texts: each('button', 'Remove photo 1', 'Remove photo 2', 'Send message'),
    },
    {
      state: 'the form of a photo about to be sent',
      path: withBob,
      slow: true,
      stays: true,
      acts: [click('Alt text of photo 2')],
      axe: 'dialog',
      texts: [
        ['heading', 'Photo 2 of 2'],
        ['field', 'Alt text'],
        ...each('button', 'Move forward', 'Move back', 'Done'),
      ],
    },
    {
      state: 'without these photos again',
      path: withBob,
      slow: true,
      stays: true,
      acts: [click('Done'), click('Remove photo 2'), click('Remove photo'), filesForgotten],
      texts: [['button', 'Record a voice message']],
    },
    {
      state: 'the preview of a link about to be sent',
      path: withBob,
      slow: true,
      prepare: answer('**/api/link-cards', { card: LINKED }),
      acts: [write('Write a message', `The crown has spoken: ${LINKED.url}`), waitForText('Hide preview')],
      axe: 'page',
      picture: 'message-link',
      texts: [
        ['link', `${LINKED.host} ${LINKED.title} ${LINKED.description}`],
        ['button', 'Hide preview'],
      ],
    },
    {
      state: 'a hidden preview of a message',
      path: withBob,
      slow: true,
      stays: true,
      acts: [click('Hide preview'), waitForText('Show preview'), write('Write a message', '')],
      texts: [['button', 'Record a voice message']],
    },
    {
      state: 'a voice message under way',
      path: withBob,
      slow: true,
      prepare: withMicrophone(true),
      acts: [click('Record a voice message'), waitForText('0:01')],
      axe: 'page',
      picture: 'message-recording',
      texts: each('button', 'Cancel recording', 'Stop recording'),
    },
    {
      state: 'a voice message to listen to before it is sent',
      path: withBob,
      slow: true,
      stays: true,
      acts: [click('Stop recording')],
      axe: 'page',
      texts: each('button', 'Discard recording', 'Play', 'Speed 1x', 'Send voice message'),
    },
    {
      state: 'a microphone that is refused',
      path: withBob,
      slow: true,
      prepare: withMicrophone(false),
      acts: [click('Record a voice message')],
      texts: each(
        'toast',
        'No recording',
        'This site may not use your microphone. Allow it in your browser, then try again.',
      ),
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
