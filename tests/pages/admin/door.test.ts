import { expect, it } from 'vitest'
import { toastWith } from '#tests/pages/support/elements.ts'
import { openPage } from '#tests/pages/support/open-page.ts'
import { newPerson } from '#tests/pages/support/people.ts'
import { eventually } from '#tests/support/eventually.ts'

it('somebody who is no admin is sent away with a message', async () => {
  const { address } = await openPage('/admin', await newPerson('Ann'))
  await toastWith('Access Denied')
  await toastWith("You don't have admin privileges.")
  await eventually(() => expect(address()).toBe('/'))
})
