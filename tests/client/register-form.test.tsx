// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { LEGAL_NOW } from '#contract/account.constants.ts'
import { MESSAGES } from '#contract/errors.ts'
import { RegisterForm } from '#client/features/account/login/RegisterForm.tsx'
import { resetStores } from '#client/live/registry.ts'
import { useToasts } from '#client/ui/toast.ts'
import { eventually } from '#tests/support/eventually.ts'
import { answerCalls } from './support/fake-server.ts'
import { draw, find, type } from './support/screen.tsx'

afterEach(() => {
  useToasts.setState({ toasts: [] })
  resetStores()
})

const ACCOUNT = {
  email: 'ann@people.example',
  handle: 'ann_of_bath',
  displayName: 'Ann',
  password: 'one-for-the-throne',
}
const SUM = { kind: 'sum', question: 'What is 1 + 1?', options: ['1', '2', '3', '5'], token: 'x'.repeat(40) }
const PROOF = 'y'.repeat(40)

const optionOf = (place: HTMLElement) =>
  [...place.querySelectorAll('button')].find(({ textContent }) => textContent === '2')

/** Fills in the form, solves the puzzle and sends it; `told` answers the details. */
async function signUp(answer: () => unknown) {
  const calls: [path: string, body: unknown][] = []
  answerCalls((method, path, body) => {
    if (path.endsWith('/puzzle')) return SUM
    if (path.endsWith('/puzzle/answer')) return { proof: PROOF, attemptsLeft: 2 }
    if (method === 'GET') return { isFree: true, suggestions: [] }
    if (path.includes('/auth/register')) calls.push([path, body])
    if (path.endsWith('/details')) return answer()
    if (path.endsWith('/register')) return { user: { id: 'a'.repeat(24), ...ACCOUNT, rev: 1 } }
    return new Response(null, { status: 204 })
  })
  const place = await draw(<RegisterForm invite="an-invitation" />)
  for (const [name, value] of Object.entries({
    ...ACCOUNT,
    birthYear: '1990',
    confirmPassword: ACCOUNT.password,
  }))
    type(find<HTMLInputElement>(place, `[name="${name}"]`), value)
  for (const name of ['acceptTerms', 'acceptPrivacy'])
    find<HTMLInputElement>(place, `[name="${name}"]`).click()
  await eventually(() => expect(optionOf(place)).toBeDefined())
  optionOf(place)!.click()
  await eventually(() => expect(place.textContent).toContain('Verified.'))
  find<HTMLFormElement>(place, 'form').requestSubmit()
  return { place, calls }
}

it('tells what is not in the registration first, then sends the four fields alone', async () => {
  const { calls } = await signUp(() => new Response(null, { status: 204 }))
  await eventually(() => expect(calls).toHaveLength(2))
  expect(calls).toEqual([
    [
      '/api/auth/register/details',
      {
        handle: ACCOUNT.handle,
        birthYear: 1990,
        ...LEGAL_NOW,
        puzzleProof: PROOF,
        invite: 'an-invitation',
      },
    ],
    ['/api/auth/register', ACCOUNT],
  ])
})

it('asks for another puzzle when the solved one is too old, and creates no account', async () => {
  const { place, calls } = await signUp(() => new Response(MESSAGES.solvePuzzle, { status: 400 }))
  await eventually(() => expect(place.textContent).toContain(MESSAGES.solvePuzzle))
  await eventually(() => expect(optionOf(place)).toBeDefined())
  expect(calls.map(([path]) => path)).toEqual(['/api/auth/register/details'])
})
