import type { UserEvent } from '@testing-library/user-event'
import { within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { eventually } from '#tests/support/eventually.ts'
import { newAdmin } from '#tests/pages/support/admins.ts'
import { saidOnce } from '#tests/pages/support/elements.ts'
import { clickButton } from '#tests/pages/support/forms.ts'
import { openPage, screen } from '#tests/pages/support/open-page.ts'

const openTab = async (user: UserEvent, name: string) => user.click(await screen.findByRole('tab', { name }))
const findError = (...words: string[]) =>
  eventually(() => {
    const [error] = screen
      .queryAllByTestId('monitor-error')
      .filter(({ textContent }) => textContent.includes("reading 'seat'"))
    for (const word of words) expect(error?.textContent).toContain(word)
    return within(error!)
  })

it('an error appears live in the monitor, is resolved, and comes back as a regression', async () => {
  const { user } = await openPage('/ai-monitor', await newAdmin('Queen'))
  await screen.findByText('AI Error Monitor is running.')
  const cause = async () => {
    await openTab(user, 'Test System')
    await clickButton(user, 'Runtime Error')
    await saidOnce(user, 'Test error triggered')
    await openTab(user, 'Recent Errors')
  }
  await cause()
  const error = await findError('HIGH')
  await user.click(error.getByRole('button', { name: 'Resolve' }))
  await findError('Resolved')
  await cause()
  const again = await findError('Regression')
  again.getByRole('button', { name: 'Resolve' })

  await openTab(user, 'Manual Actions')
  await clickButton(user, 'Force Health Check')
  await saidOnce(user, 'Health check complete')
  await screen.findByText('The store answers and takes writes.')
})
