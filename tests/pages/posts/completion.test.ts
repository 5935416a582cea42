import { within } from '@testing-library/dom'
import { beforeEach, expect, it } from 'vitest'
import { comment, createPost, follow } from '#tests/pages/support/calls.ts'
import { choose, gone, valueOf } from '#tests/pages/support/elements.ts'
import { newPerson, type PagePerson } from '#tests/pages/support/people.ts'
import { openPage, screen } from '#tests/pages/support/open-page.ts'
import { eventually } from '#tests/support/eventually.ts'

let ann: PagePerson
let bob: PagePerson

beforeEach(async () => {
  ann = await newPerson('Ann')
  bob = await newPerson('Bob')
})

const findText = () => screen.findByPlaceholderText('Top Crap Talk 💩')
const people = () => screen.queryByRole('listbox', { name: 'People' })
const tags = () => screen.queryByRole('listbox', { name: 'Hashtags' })
const optionsOf = (list: HTMLElement | null) => (list ? within(list).getAllByRole('option') : [])
const offered = (list: () => HTMLElement | null, ...expected: RegExp[]) =>
  eventually(() =>
    expect(optionsOf(list()).map((one) => one.textContent)).toEqual(
      expected.map((one) => expect.stringMatching(one)),
    ),
  )
const firstIs = (text: string) =>
  eventually(() => expect(optionsOf(people())[0]?.textContent).toContain(text))

it('people one follows are offered after an @, and Enter writes the chosen one', async () => {
  const bobby = await newPerson('Bobby')
  await follow(ann, bobby)
  const { user } = await openPage('/', ann)
  const text = await findText()
  await user.click(text)
  await user.keyboard('Hail @')
  await offered(people, /Bobby/)
  await user.keyboard('bob')
  // The search's own order has the shorter name first.
  await firstIs(`@${bobby.handle}`)
  await user.keyboard(`{Backspace}b_${bob.handle.slice(4)}`)
  await offered(people, new RegExp(bob.handle))
  await user.keyboard('{Enter}')
  await gone(people)
  expect(valueOf(text)).toBe(`Hail @${bob.handle} `)
})

it('Escape closes the list alone, for this word', async () => {
  await follow(ann, bob)
  const post = await createPost(ann, 'To be mended')
  const { user } = await openPage(`/p/${post.id}`, ann)
  await choose(user, null, 'Edit')
  const area = () => screen.queryByRole('textbox', { name: 'Post text' })
  await user.click(await screen.findByRole('textbox', { name: 'Post text' }))
  await user.keyboard('{End} @bo')
  await firstIs(bob.handle)
  await user.keyboard('{Escape}')
  await gone(people)
  expect(area()).not.toBeNull()
  await user.keyboard('b')
  expect(people()).toBeNull()
  await user.keyboard(' @bo')
  await firstIs(bob.handle)
  await user.click(optionsOf(people()).find((one) => one.textContent.includes(bob.handle))!)
  await eventually(() => expect(valueOf(area()!)).toMatch(new RegExp(`@bob @${bob.handle} $`)))
  await user.keyboard('{Escape}')
  await gone(area)
})

it('Enter in a message inserts while the list is open, and sends after that', async () => {
  await follow(ann, bob)
  const { user } = await openPage(`/messages?user=${bob.id}`, ann)
  const area = await screen.findByPlaceholderText('Write a message')
  await user.click(area)
  await user.keyboard('Ask @bo')
  await firstIs(bob.handle)
  await user.keyboard('{Enter}')
  await eventually(() => expect(valueOf(area)).toBe(`Ask @${bob.handle} `))
  await user.keyboard('{Enter}')
  await eventually(() => expect(valueOf(area)).toBe(''))
  const thread = await screen.findByRole('region', { name: /^Messages with/ })
  await eventually(() => expect(thread.textContent).toContain(`Ask @${bob.handle}`))
})

it('a comment and its edit complete hashtags that trend or match', async () => {
  const tag = `leak${ann.handle.slice(4)}`
  const post = await createPost(bob, `Behold #${tag}`)
  await comment(ann, post.id, 'Mine')
  // One count of the day's tags serves all requests for five seconds.
  await eventually(async () => expect((await ann.get(`/trending?q=${tag}`)).text).toContain(tag))
  const { user } = await openPage(`/p/${post.id}`, ann)
  const area = await screen.findByPlaceholderText('Leave your mark')
  await user.click(area)
  await user.keyboard('#')
  await eventually(() => expect(optionsOf(tags())).toHaveLength(6))
  await user.keyboard(tag.slice(0, -2))
  await offered(tags, new RegExp(`#${tag}.*1 post`))
  await user.keyboard('{Enter}')
  await eventually(() => expect(valueOf(area)).toBe(`#${tag} `))
  await user.click(screen.getAllByRole('button', { name: 'Comment options' })[0]!)
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  const edited = await screen.findByRole('textbox', { name: 'Comment text' })
  await eventually(() => expect(document.activeElement).toBe(edited))
  await user.keyboard(`{End} #${tag.slice(0, -1)}`)
  await eventually(() => expect(tags()).not.toBeNull())
  await user.keyboard('{Escape}')
  // The first Escape is the list's; the editor stays.
  await gone(tags)
  expect(valueOf(edited)).toBe(`Mine #${tag.slice(0, -1)}`)
})

it('an old answer never replaces a newer one, and a repeated search asks nobody', async () => {
  const { user, network } = await openPage('/', ann)
  const asked: string[] = []
  const first = Promise.withResolvers<void>()
  network.answer(async ({ path }) => {
    if (!path.startsWith('/api/users/search?')) return undefined
    const q = new URLSearchParams(path.split('?')[1]).get('q')!
    asked.push(q)
    if (q === 'b') await first.promise
    return undefined
  })
  await user.click(await findText())
  await user.keyboard('@b')
  await eventually(() => expect(asked).toEqual(['b']))
  await user.keyboard(bob.handle.slice(1))
  await offered(people, new RegExp(bob.handle))
  first.resolve()
  await user.keyboard('{Backspace}')
  await offered(people, new RegExp(bob.handle))
  await user.keyboard(bob.handle.at(-1)!)
  await offered(people, new RegExp(bob.handle))
  // The pause in typing joins the keys, and what was asked before is known.
  expect(asked.filter((q) => q === bob.handle)).toHaveLength(1)
  expect(asked.length).toBeLessThanOrEqual(3)
})
