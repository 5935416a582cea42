import { within } from '@testing-library/dom'
import type { UserEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { MESSAGES } from '#contract/errors.ts'
import { eventually } from '#tests/support/eventually.ts'
import { answerTo } from '#tests/support/puzzles.ts'
import { PASSWORD } from '#tests/support/http-client.ts'
import { fill, gone, toastWith, valueOf } from '#tests/pages/support/elements.ts'
import {
  acceptTerms,
  descriptionOf,
  field,
  fillIn,
  findField,
  findQuestion,
  solvePuzzle,
} from '#tests/pages/support/forms.ts'
import { newHandle } from '#tests/support/sign-up-values.ts'
import { openPage, screen } from '#tests/pages/support/open-page.ts'
import { newPerson } from '#tests/pages/support/people.ts'

const submit = () => document.querySelector('button[type=submit]')!
const says = (words: string) => eventually(() => expect(submit().textContent).toBe(words))
const nameOf = (button: HTMLElement) => button.getAttribute('aria-label') ?? button.textContent
const marked = () => document.querySelectorAll('[aria-invalid=true]')

it('somebody registers, is welcomed, and sees their profile', async () => {
  const { user, goto, address } = await openPage('/register')
  await fillIn(user)
  await says('Complete puzzle to enable')
  await solvePuzzle(user)
  await toastWith('Puzzle Solved!')
  await says('Accept terms to enable')
  await acceptTerms(user)
  await user.click(field('Count my visits, without my name (optional)'))
  await says('Create Account')
  await user.click(submit())
  await toastWith('Welcome to Royal Flush 💩')
  await eventually(() => expect(address()).toBe('/profile'))
  await eventually(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Ann of Bath'))
  // The accepted consents are stored, and no others.
  await goto('/privacy-settings')
  const consent = (name: string) => screen.getByRole<HTMLInputElement>('switch', { name }).checked
  await screen.findByRole('switch', { name: 'Analytics' })
  await eventually(() => expect(consent('Analytics')).toBe(true))
  expect(consent('Marketing')).toBe(false)
})

it('the handle is made lower case and stripped while it is typed, and the display name follows it until the person writes one', async () => {
  const { user } = await openPage('/register')
  const handle = await findField('Handle')
  await user.type(handle, 'Ann-of Bath_7!')
  expect(valueOf(handle)).toBe('annofbath_7')
  await fill(user, handle, 'duchess_of_suds')
  expect(valueOf(field('Display name'))).toBe('Duchess of Suds')
  await fill(user, field('Display name'), 'Suds')
  await fill(user, handle, 'duchess_of_foam')
  expect(valueOf(field('Display name'))).toBe('Suds')
})

/** Enter in a field is refused with this sentence: in a toast, and at the first field that is wrong. */
async function refused(user: UserEvent, sentence: string): Promise<void> {
  await user.type(field('Email'), '{Enter}')
  const toast = await toastWith(sentence)
  expect(toast.textContent).toContain('Validation Error')
}
async function refusedAtField(user: UserEvent, sentence: string): Promise<void> {
  await refused(user, sentence)
  expect(descriptionOf(marked()[0]!)).toBe(sentence)
}

it('errors of the form are shown one at a time, in order', async () => {
  const { user, address } = await openPage('/register')
  await findField('Email')
  await refusedAtField(user, 'Please fill in all required fields')
  expect(marked()).toHaveLength(6)
  expect(document.activeElement).toBe(marked()[0])
  expect(descriptionOf(field('Birth year'))).toBe('This field is empty.')
  await fillIn(user, { Handle: 'a', 'Birth year': '2015', Password: 'short', 'Confirm password': 'other' })
  await refusedAtField(user, 'Passwords do not match')
  await fill(user, field('Confirm password'), 'short')
  await refusedAtField(user, 'Password must be at least 8 characters')
  await fill(user, field('Password'), 'sunshine1')
  await screen.findByText(MESSAGES.passwordTooCommon)
  await fill(user, field('Password'), PASSWORD)
  await screen.findByText('Hard to guess.')
  await fill(user, field('Confirm password'), PASSWORD)
  await refusedAtField(user, 'Handle must be at least 3 characters')
  await fill(user, field('Handle'), newHandle())
  const bornIn = async (year: number, sentence: string) => {
    await fill(user, field('Birth year'), String(year))
    await refusedAtField(user, sentence)
  }
  await bornIn(99, 'Please enter a valid birth year')
  const thisYear = new Date().getFullYear()
  await bornIn(thisYear - 12, 'You must be at least 13 years old to use this platform')
  await bornIn(
    thisYear - 15,
    'Users under 16 require parental consent. Please have a parent or guardian create an account on your behalf',
  )
  await bornIn(1990, 'You must accept our Terms of Service and Privacy Policy to create an account')
  await acceptTerms(user)
  await refused(user, 'Please complete the anti asshole verification first')
  expect(address()).toBe('/register')
})

it('the name proposes a free handle, until a handle is written', async () => {
  const bob = await newPerson('Bob')
  const { user } = await openPage('/register')
  await fill(user, await findField('Display name'), 'Zoë of Bath')
  expect(valueOf(field('Handle'))).toBe('zoe_of_bath')
  await fill(user, field('Display name'), bob.handle.replaceAll('_', ' '))
  // It is taken.
  await eventually(() => expect(valueOf(field('Handle'))).toBe(`royal_${bob.handle}`))
  await screen.findByText(/It is free\./)
  await fill(user, field('Handle'), 'plunger_42')
  await fill(user, field('Display name'), 'Somebody else')
  expect(valueOf(field('Handle'))).toBe('plunger_42')
})

it('three wrong answers give a new puzzle, and so does the button', async () => {
  const { user } = await openPage('/register')
  const wrong = async () => {
    const answer = answerTo({ question: (await findQuestion()).textContent })
    const options = screen.getByRole('group', { name: 'Anti asshole verification' })
    const others = within(options).getAllByRole('button', { name: /^[a-z]+$|^\d+$/ })
    await user.click(others.find((one) => nameOf(one) !== answer)!)
  }
  await wrong()
  expect((await toastWith('Incorrect answer')).textContent).toContain(
    'Please try again. 2 attempts remaining.',
  )
  await wrong()
  await toastWith('Please try again. 1 attempts remaining.')
  await wrong()
  await toastWith('Too many attempts')
  await screen.findByText('Attempt 1 of 3')
  await solvePuzzle(user)
  await gone(() => screen.queryByText(/^(What is|Click on the) /))
})

it('an address that is taken is refused, and the form keeps its values', async () => {
  const bob = await newPerson('Bob')
  const { user } = await openPage('/register')
  await fillIn(user, { Handle: bob.handle })
  await solvePuzzle(user)
  await acceptTerms(user)
  await user.click(submit())
  expect((await toastWith('Registration failed')).textContent).toContain('That handle is already taken.')
  const alerts = screen.getAllByRole('alert').map(({ textContent }) => textContent)
  expect(alerts.join()).toContain('Registration failed. Please try again.')
  await eventually(() => expect(document.activeElement).toBe(field('Handle')))
  expect(descriptionOf(field('Handle'))).toBe('That handle is already taken.')
  expect(valueOf(field('Display name'))).toBe('Ann of Bath')
  // Another one is a press away.
  const suggestions = await screen.findByRole('group', { name: 'Suggestions' })
  await user.click(suggestions.querySelector('button')!)
  expect(valueOf(field('Handle'))).toBe(`royal_${bob.handle}`)
  await screen.findByText(/It is free\./)
})
