import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type { CommentView } from '#contract/comments.ts'
import type { MessageView } from '#contract/messages.ts'
import type { PostView } from '#contract/posts.ts'
import { KEPT_MESSAGES, storedText } from '#tests/e2e/support/stored-text.ts'
import { PASSWORD, person, type Person } from '#tests/support/http-client.ts'
import type { ServerProcess } from '#tests/support/server-process.ts'
import { until } from '#tests/support/until.ts'
import { KEYS, type Page } from './page.ts'

/** What a person does, from the first page on. */
export interface Flow {
  readonly title: string
  readonly run: (page: Page, server: ServerProcess) => Promise<void>
}

const PUBLIC_PATHS = [
  '/',
  '/register',
  '/terms',
  '/privacy',
  '/guidelines',
  '/cookies',
  '/founders',
  '/login',
]
const FIELD = 'textarea[placeholder="Write a message"]'

async function newPerson(server: ServerProcess, name: string): Promise<Person> {
  const who = await person(server, `${name}_${randomBytes(4).toString('hex')}`)
  await who.delete('/users/me/newcomer')
  return who
}

/** Two people who follow each other; the first one is signed in on this page. */
async function friends(page: Page, server: ServerProcess): Promise<[Person, Person]> {
  const [ann, bob] = await Promise.all([newPerson(server, 'ann'), newPerson(server, 'bob')])
  await Promise.all([ann.post(`/users/${bob.id}/follow`), bob.post(`/users/${ann.id}/follow`)])
  await page.signIn(ann)
  return [ann, bob]
}

async function write(who: Person, text: string): Promise<PostView> {
  const { body, status, text: answer } = await who.post<PostView>('/posts', { text })
  assert.equal(status, 201, answer)
  return body
}

const send = async (from: Person, to: Person, content: string): Promise<MessageView> =>
  (await from.post<MessageView>('/messages', { receiverId: to.id, content })).body

/** The texts of a conversation, oldest first. */
async function textsOf(who: Person, conversationId: string): Promise<string[]> {
  const { body } = await who.get<MessageView[]>(`/messages/${conversationId}`)
  return body.map(({ content }) => content ?? '')
}

interface Read {
  readonly words: string
  readonly top: number
}

/** Runs in the page: scrolls down, and returns the first post in sight once it stands still. */
async function readDown(): Promise<Read | null> {
  if (scrollY < 1_000) scrollTo(0, 1_500)
  const inSight = () => {
    const post = [...document.querySelectorAll('article')].find(
      (one) => one.getBoundingClientRect().top > 100,
    )
    const words = /Tale \d+\./.exec(post?.textContent ?? '')?.[0]
    return post && words ? { words, top: post.getBoundingClientRect().top } : null
  }
  const before = inSight()
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  const after = inSight()
  return scrollY > 1_000 && before?.top === after?.top ? after : null
}

/** Runs in the page. */
function isWhere({ words, top }: Read): boolean {
  const post = [...document.querySelectorAll('article')].find((one) => one.textContent.includes(words))
  return post !== undefined && Math.abs(post.getBoundingClientRect().top - top) <= 3
}

export const FLOWS: readonly Flow[] = [
  {
    title: 'the public pages open without an error, and hydrate',
    async run(page, server) {
      const ann = await newPerson(server, 'ann')
      const post = await write(ann, 'Open to all')
      for (const path of [`/p/${post.id}`, `/u/${ann.handle}`, ...PUBLIC_PATHS]) await page.open(path)
      await page.click('button', 'Show password')
      await page.see('button', 'Hide password')
      // Firefox reports the requests of a page that was left before they were answered.
      const errors = page
        .errors()
        ?.filter((text) => !text.includes('A ServiceWorker intercepted the request'))
      assert.deepEqual(errors ?? [], [])
    },
  },
  {
    title: 'log in by the form',
    async run(page, server) {
      const { email } = await newPerson(server, 'ann')
      await page.open('/login')
      await page.click('input', 'Email')
      await page.type(email)
      await page.click('input', 'Password')
      await page.type(PASSWORD)
      await page.click('button', 'Log in')
      await page.see('button', 'Sign Out')
      await page.see('.s-composer textarea')
    },
  },
  {
    title: 'post',
    async run(page, server) {
      const [ann, bob] = await friends(page, server)
      await page.open('/')
      await page.see('.s-composer textarea:not([readonly])')
      await page.click('.s-composer textarea')
      await page.type('Written by hand')
      await page.click('.s-composer button', 'Flush it')
      await page.see('article', 'Written by hand')
      const { body } = await bob.get<PostView[]>(`/users/${ann.handle}/posts`)
      assert.deepEqual(
        body.map(({ text }) => text),
        ['Written by hand'],
      )
    },
  },
  {
    title: 'react and comment',
    async run(page, server) {
      const [, bob] = await friends(page, server)
      const { id } = await write(bob, 'Roast me')
      await page.open(`/p/${id}`)
      await page.click('.s-reaction')
      await page.see('.s-reaction[aria-pressed=true]')
      await page.click('textarea', 'Your comment')
      await page.type('Well done')
      await page.press(KEYS.control, KEYS.enter)
      const counts = async () => (await bob.get<PostView>(`/posts/${id}`)).body._count
      await until('both are counted', async () => {
        const { comments, reactions } = await counts()
        return comments === 1 && reactions === 1
      })
      const { body } = await bob.get<CommentView[]>(`/posts/${id}/comments`)
      assert.equal(body[0]?.text, 'Well done')
    },
  },
  {
    title: 'a message arrives while the conversation is open',
    async run(page, server) {
      const [ann, bob] = await friends(page, server)
      const { conversationId } = await send(bob, ann, 'Are you there?')
      await page.open(`/messages?conversation=${conversationId}`)
      await page.see('.s-bubble-text', 'Are you there?')
      await send(bob, ann, 'The throne is free.')
      await page.see('.s-bubble-text', 'The throne is free.')
    },
  },
  {
    title: 'without the server: kept messages, the offline page, and back by itself',
    async run(page, server) {
      const [ann, bob] = await friends(page, server)
      const { conversationId } = await send(bob, ann, 'The old pipe leaks.')
      await page.open(`/messages?conversation=${conversationId}`)
      await page.evaluate(async () => void (await navigator.serviceWorker.ready))
      await page.waitFor('the worker controls the page', () => navigator.serviceWorker.controller !== null)
      await page.evaluate(storedText, { ...KEPT_MESSAGES, has: 'The old pipe leaks.' })
      await server.stop()
      try {
        await page.open(`/messages?conversation=${conversationId}`)
        await page.see('.s-bubble-text', 'The old pipe leaks.')
        await page.load('/notifications')
        await page.see('h1', "You're offline")
      } finally {
        await server.start()
      }
      await page.see('h1', 'Notifications')
    },
  },
  {
    title: 'Back returns to the place in the list',
    async run(page, server) {
      const [, bob] = await friends(page, server)
      for (let tale = 1; tale <= 20; tale += 1)
        await write(bob, `${'A tale of many lines. '.repeat(tale % 7)}Tale ${tale}.`)
      await page.open(`/u/${bob.handle}`)
      await page.see('article', 'Tale 20.')
      // At the moment when the list becomes a virtual one it can lose its place.
      await page.waitFor('the list is virtual', () => document.querySelector('.rf-rows-flow') === null)
      let read: Read | null = null
      const isReading = async () => (read = await page.evaluate(readDown)) !== null
      await until('a tale stands still in the middle of the page', isReading)
      await page.press('g')
      await page.press('m')
      await page.see('h1', 'Messages')
      await page.evaluate(() => history.back())
      await page.waitFor('the tale is where it was', isWhere, read!)
    },
  },
  {
    title: 'a menu whose script did not load works at the next press',
    async run(page, server) {
      const [ann] = await friends(page, server)
      const { id } = await write(ann, 'Menu of the day')
      await page.open(`/p/${id}`)
      // Toasts are fetched when the page is idle; the menu's own script only when it is opened.
      await page.waitFor('toasts are at hand', () =>
        performance.getEntriesByType('resource').some(({ name }) => name.includes('/overlays-')),
      )
      await server.stop()
      try {
        await page.click('button', 'Post options')
        await page.see('.rf-toast', 'That did not load.')
      } finally {
        await server.start()
      }
      await page.click('button', 'Post options')
      await page.see('[role=menuitem]', 'Edit')
    },
  },
  {
    title: 'j and k show where the focus is',
    async run(page, server) {
      const [, bob] = await friends(page, server)
      for (const number of [1, 2, 3]) await write(bob, `Decree ${number}.`)
      await page.open(`/u/${bob.handle}`)
      await page.see('article', 'Decree 3.')
      // Keys do nothing until the shortcuts are here, which come with the place of the toasts (DECISIONS row 723).
      await page.waitFor('the shortcuts are here', () => document.querySelector('.rf-toasts') !== null)
      for (const [key, words] of [
        ['j', 'Decree 3.'],
        ['j', 'Decree 2.'],
        ['k', 'Decree 3.'],
      ] as const) {
        await page.press(key)
        await page.see('article:focus-visible', words)
      }
    },
  },
  {
    title: 'Enter of an input method sends nothing, Enter alone sends',
    async run(page, server) {
      const [ann, bob] = await friends(page, server)
      const { conversationId } = await send(bob, ann, 'Hello')
      await page.open(`/messages?conversation=${conversationId}`)
      await page.click(FIELD)
      await page.type('ni')
      await page.evaluate((field) => {
        const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })
        Object.defineProperty(enter, 'keyCode', { value: 229 })
        document.querySelector(field)!.dispatchEvent(enter)
      }, FIELD)
      await page.type(' hao')
      await page.press(KEYS.enter)
      await page.see('.s-bubble-text', 'ni hao')
      await until('it is sent', async () => (await textsOf(bob, conversationId)).length === 2)
      assert.deepEqual(await textsOf(bob, conversationId), ['Hello', 'ni hao'])
    },
  },
]
