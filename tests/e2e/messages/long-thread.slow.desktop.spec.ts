import { befriend } from '#tests/e2e/support/calls.ts'
import { expect, test } from '#tests/e2e/support/test.ts'
import { converse, leadBy, numbered, openAt } from '#tests/e2e/support/threads.ts'

// More than a page keeps in memory. Up and down in a thread that fits is tested in thread-scroll.slow.desktop.spec.ts.
test('L17: of a thread of more than 2,000 messages all are reached, up and down again', async ({ guest }) => {
  test.setTimeout(240_000)
  const [ann, bob] = [await guest('Ann'), await guest('Bob')]
  await befriend(ann, bob)
  const { page } = ann
  await openAt(page, await converse(bob, ann, 2120), 2120)
  await leadBy(page, 'Home', 1)
  await leadBy(page, 'End', 2120)
  await expect(numbered(page, 2120)).toBeVisible()
})
