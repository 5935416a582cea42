// @vitest-environment jsdom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, it, vi } from 'vitest'
import { useSavedChoice } from '#client/features/account/useSavedChoice.ts'
import { resetStores } from '#client/live/registry.ts'
import { gate } from './support/fake-server.ts'

let saved = 'none'
const asked: string[] = []
/** What the server does with each value. */
let answer: (value: string) => Promise<void>

const Control = () => {
  const { value, pending, choose } = useSavedChoice(saved, (value) => ({
    write: async () => {
      asked.push(value)
      await answer(value)
      saved = value
    },
    failed: 'Not saved',
  }))
  return (
    <>
      <output aria-busy={pending}>{value}</output>
      {['day', 'week', 'away'].map((one) => (
        <button key={one} type="button" onClick={() => choose(one)} aria-label={one} />
      ))}
    </>
  )
}

function show() {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const place = document.body.appendChild(document.createElement('div'))
  act(() => createRoot(place).render(<Control />))
  return () => [place.textContent, place.firstElementChild!.getAttribute('aria-busy')]
}

const choose = (value: string) =>
  act(() => document.querySelector<HTMLElement>(`[aria-label=${value}]`)!.click())

afterEach(() => {
  resetStores()
  document.body.replaceChildren()
  vi.unstubAllGlobals()
  saved = 'none'
  asked.length = 0
})

it('a choice shows at once; of those made during a call the last one is saved', async () => {
  const first = gate()
  answer = () => first.opened
  const shown = show()
  expect(shown()).toEqual(['none', 'false'])
  for (const value of ['day', 'week', 'away']) choose(value)
  expect([shown(), asked]).toEqual([['away', 'true'], ['day']])
  await act(async () => first.open())
  expect([shown(), asked]).toEqual([
    ['away', 'false'],
    ['day', 'away'],
  ])
})

it('a refused choice goes back to what is stored', async () => {
  const refusal = gate()
  answer = async () => {
    await refusal.opened
    throw new Error('No.')
  }
  const shown = show()
  choose('day')
  expect(shown()).toEqual(['day', 'true'])
  await act(async () => refusal.open())
  expect(shown()).toEqual(['none', 'false'])
})
