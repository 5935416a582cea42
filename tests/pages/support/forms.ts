import { screen, within } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'
import { PASSWORD } from '#tests/support/http-client.ts'
import { eventually } from '#tests/support/eventually.ts'
import { answerTo } from '#tests/support/puzzles.ts'
import { signUpValues } from '#tests/support/sign-up-values.ts'
import { fill } from './elements.ts'

export const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
export const findField = (label: string) => screen.findByLabelText<HTMLInputElement>(label)

/** What stands at a field and is read with it. */
export const descriptionOf = (element: Element): string =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')
    .trim()

export const clickButton = async (user: UserEvent, name: string | RegExp): Promise<void> =>
  user.click(await screen.findByRole('button', { name }))

/** Fills in the fields of the sign-up. */
export async function fillIn(user: UserEvent, changes: Readonly<Record<string, string>> = {}): Promise<void> {
  // The page of the log-in, which may still be shown, has an 'Email' as well.
  await findField('Confirm password')
  for (const [label, value] of signUpValues(changes)) await fill(user, field(label), value)
}

export const findQuestion = () => screen.findByText(/^(What is|Click on the) /)

/** Reads the puzzle as a person does, and answers it. */
export async function solvePuzzle(user: UserEvent): Promise<void> {
  const question = (await findQuestion()).textContent
  await clickButton(user, answerTo({ question }))
  await screen.findByText(/^Verified\./)
}

export async function acceptTerms(user: UserEvent): Promise<void> {
  await user.click(screen.getByLabelText(/^I accept the Terms of Service/))
  await user.click(screen.getByLabelText(/^I accept the Privacy Policy/))
}

/** Signs up on the page that is open, by hand. */
export async function signUp(user: UserEvent): Promise<void> {
  await fillIn(user)
  await solvePuzzle(user)
  await acceptTerms(user)
  await clickButton(user, 'Create Account')
}

/** Fills the form of the log-in, which is open on this page, and sends it. */
export async function logIn(
  user: UserEvent,
  { email }: { email: string },
  password = PASSWORD,
): Promise<void> {
  const form = await eventually(() => {
    // Pages before it may still be shown, and have fields of these names.
    const button = screen.getByRole('button', { name: 'Log in' })
    return button.closest('form')!
  })
  await fill(user, within(form).getByLabelText('Email'), email)
  await fill(user, within(form).getByLabelText('Password'), password)
  await user.click(within(form).getByRole('button', { name: 'Log in' }))
}
