// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '#client/app/query-client.ts'
import { setConnectionStatus } from '#client/live/connection.store.ts'
import { resetStores } from '#client/live/registry.ts'
import { createSnapshot } from '#client/live/snapshot.ts'
import { useSnapshot } from '#client/live/use-snapshot.ts'

const POLL_MS = 10_000
let fetched = 0
const figures = createSnapshot<number>({ name: 'figures', fetch: async () => (fetched += 1) })
const Figures = () => <p>{useSnapshot(figures, { pollMs: POLL_MS }).value}</p>

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const shown = () => document.querySelector('p')!.textContent

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  resetStores()
})

it('[L8] a snapshot is fetched when it appears, and afterwards only while nothing is pushed', async () => {
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  act(() => setConnectionStatus('reconnecting'))
  act(() =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <Figures />
      </QueryClientProvider>,
    ),
  )
  await pass(0)
  expect(shown()).toBe('1')
  await pass(POLL_MS)
  expect(shown()).toBe('2')
  act(() => setConnectionStatus('live'))
  await pass(5 * POLL_MS)
  expect(shown()).toBe('2')
  act(() => figures.apply(9))
  expect(shown()).toBe('9')
  act(() => root.unmount())
})
