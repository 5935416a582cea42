import type { Locator, Page } from 'playwright'
import { befriend, card, createPost, message, react } from '#tests/e2e/support/calls.ts'
import { complaints, enter } from '#tests/e2e/support/look.ts'
import type { Guest } from '#tests/e2e/support/people.ts'
import { expect, test } from '#tests/e2e/support/test.ts'

/** What an eye can tell apart: fills, borders, lines, and the marks before and after. */
const lookOf = (control: Locator): Promise<string> =>
  control.evaluate((element) =>
    [null, '::before', '::after']
      .map((part) => {
        const style = getComputedStyle(element, part)
        return [
          style.backgroundColor,
          style.borderTopStyle !== 'none' && `${style.borderTopWidth} ${style.borderTopColor}`,
          style.outlineStyle !== 'none' && `${style.outlineWidth} ${style.outlineColor}`,
          style.textDecorationLine,
          part && `${style.content} ${style.transform} ${style.opacity}`,
        ].join(' ')
      })
      .join('\n'),
  )

/** It stands out from the page by a border or by another fill than the page's. */
const expectToStandOut = (control: Locator): Promise<void> =>
  expect
    .poll(() =>
      control.evaluate((element) => {
        const { borderTopStyle, borderTopWidth, backgroundColor } = getComputedStyle(element)
        const hasFill = backgroundColor !== 'rgb(255, 255, 255)' && !/^rgba\(.* 0\)$/.test(backgroundColor)
        return hasFill || (borderTopStyle !== 'none' && borderTopWidth !== '0px')
      }),
    )
    .toBe(true)

async function expectToDiffer(on: Locator, off: Locator): Promise<void> {
  await expect(on).toBeVisible()
  await expect(off).toBeVisible()
  await expect.poll(async () => (await lookOf(on)) !== (await lookOf(off))).toBe(true)
}

const forced = async ({ page }: Pick<Guest, 'page'>): Promise<Page> => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  return page
}

test('in forced colours switches, tabs, the theme and the current page show their state', async ({
  guest,
}) => {
  const page = await forced(await guest('Ann'))
  await enter(page, '/settings?section=notifications')
  const [on, off] = ['Followers', 'Sound'].map((name) => page.getByRole('switch', { name }))
  await expect(on!).toBeChecked()
  await expect(off!).not.toBeChecked()
  await expectToDiffer(on!, off!)
  await expectToStandOut(on!)
  await expectToStandOut(off!)
  const tab = (name: string) => page.getByRole('link', { name, exact: true }).locator('.rf-tab-label')
  await expectToDiffer(tab('Notifications'), tab('Security'))
  const theme = (name: string) =>
    page.locator('.s-sidebar .rf-segment').filter({ has: page.getByRole('radio', { name }) })
  await expectToDiffer(theme('System'), theme('Midnight'))
  const place = (name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name })
  await expectToDiffer(place('Settings'), place('Profile'))
  expect(await complaints(page)).toEqual([])
})

test('in forced colours the sign-up can be filled in: boxes, buttons, and the colours of the puzzle', async ({
  context,
}) => {
  const page = await forced({ page: await context.newPage() })
  await enter(page, '/register')
  const terms = page.getByRole('checkbox', { name: /Terms/ })
  await terms.check()
  await expectToDiffer(terms, page.getByRole('checkbox', { name: /Privacy/ }))
  await expectToStandOut(page.getByRole('button', { name: 'Complete puzzle to enable' }))
  const circles = page.locator('.s-puzzle-circle')
  await expect(async () => {
    await page.getByRole('button', { name: 'New Puzzle' }).click()
    await expect(circles).toHaveCount(4, { timeout: 500 })
  }).toPass()
  const fills = await circles.evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor))
  expect(new Set(fills).size).toBe(4)
  for (const circle of await circles.all())
    await expect(circle).toHaveAccessibleName((await circle.getAttribute('data-colour'))!)
  expect(await complaints(page)).toEqual([])
})

test('in forced colours bubbles, counts, unread dots and the own reaction can be seen', async ({ guest }) => {
  const [ann, bob] = [await guest('Ann'), await guest('Bob')]
  await befriend(ann, bob)
  await message(ann, bob, 'Is it free?')
  const { conversationId } = await message(bob, ann, 'No.')
  const post = await createPost(bob, 'Occupied')
  await react(ann, post.id, '💩')
  const page = await forced(ann)
  await enter(page, '/')
  await expectToStandOut(page.locator('.rf-count').first())
  const reaction = (name: string) => card(page, 'Occupied').getByRole('button', { name, exact: true })
  await expectToDiffer(reaction('poo, 1'), reaction('thumbs down'))
  await expectToStandOut(reaction('poo, 1'))
  expect(await complaints(page)).toEqual([])
  await enter(page, '/notifications')
  await expectToStandOut(page.getByText('unread', { exact: true }).first().locator('..'))
  await enter(page, `/messages?conversation=${conversationId}`)
  const bubble = (text: string) => page.locator('.s-bubble').filter({ hasText: text })
  await expectToStandOut(bubble('Is it free?'))
  await expectToStandOut(bubble('No.'))
  await expectToDiffer(bubble('Is it free?'), bubble('No.'))
  const row = page.locator('.s-conversations, ul').getByRole('link', { name: /Bob/ }).first()
  await expectToStandOut(page.getByRole('textbox', { name: /message/i }))
  await expect(row).toHaveCSS('outline-style', 'solid')
  expect(await complaints(page)).toEqual([])
})
