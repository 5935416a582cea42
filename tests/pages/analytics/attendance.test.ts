import { expect, it, onTestFinished } from 'vitest'
import { createPost } from '#tests/pages/support/calls.ts'
import { openPage, screen } from '#tests/pages/support/open-page.ts'
import { newPerson, type PagePerson } from '#tests/pages/support/people.ts'
import { site } from '#tests/pages/support/site.ts'
import { eventually } from '#tests/support/eventually.ts'
import { connectLive } from '#tests/support/socket-client.ts'

const agree = (who: PagePerson) => who.put('/user/privacy-settings', { analyticsConsent: true })
/** This person's own device, which shows this post or profile. */
async function sitOn(who: PagePerson, throne: string): Promise<(next: string) => Promise<unknown>> {
  const live = await connectLive(await site(), { cookie: who.cookie() })
  onTestFinished(() => live.close())
  const sit = (next: string) => live.send('sit', { throne: next, counted: false })
  await sit(throne)
  return sit
}
const here = () => screen.queryByText(/on this throne/)?.textContent ?? null

it('[L39] posts and profiles show how many people are there, of those who agreed, as they come and go', async () => {
  const [ann, bob, cat] = await Promise.all([newPerson('Ann'), newPerson('Bob'), newPerson('Cat')])
  await Promise.all([agree(ann), agree(bob)])
  const post = await createPost(ann, 'Take a seat')
  const page = await openPage(`/p/${post.id}`, ann)
  await page.sent('"sit"')
  await sitOn(cat, post.id)
  const sit = await sitOn(bob, post.id)
  await eventually(() => expect(here()).toBe('2 on this throne'))
  await sit(cat.id)
  await eventually(() => expect(here()).toBeNull())
  await page.goto(`/u/${cat.handle}`)
  await eventually(() => expect(here()).toBe('2 on this throne'))
  // Who has not agreed sees it as well.
  await openPage(`/u/${cat.handle}`, cat)
  await eventually(() => expect(here()).toBe('2 on this throne'))
})
