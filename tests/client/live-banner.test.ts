// @vitest-environment jsdom
import { act, createElement } from 'react'
import { createRoot } from 'react-dom/client'
import type { Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MemoryRouter } from 'react-router-dom'
import { ConnectionBanner } from '#client/app/ConnectionBanner.tsx'
import {
  setCatchingUp,
  setConnectionStatus,
  setCrowded,
  useConnection,
} from '#client/live/connection.store.ts'

const place = document.createElement('div')
let root: Root
const says = () => place.textContent
const tick = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const become = (status: Parameters<typeof setConnectionStatus>[0]) =>
  act(async () => setConnectionStatus(status))

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers()
  useConnection.setState({ status: 'live', since: Date.now(), catchingUp: false })
  root = createRoot(place)
  await act(async () => root.render(createElement(MemoryRouter, null, createElement(ConnectionBanner))))
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('[L8] The connection banner', () => {
  it('appears after 3 s', async () => {
    await become('reconnecting')
    await tick(2_900)
    expect(says()).toBe('')
    await tick(200)
    expect(says()).toContain('Catching up')
  })

  it('does not appear for a shorter interruption', async () => {
    await become('reconnecting')
    await tick(2_000)
    await become('live')
    await tick(10_000)
    expect(says()).toBe('')
  })

  it('appears on a page that never got a connection', async () => {
    await act(async () => useConnection.setState({ status: 'connecting', since: Date.now() }))
    await tick(3_100)
    expect(says()).toContain('Catching up')
  })

  it('says so when the person has too many pages open', async () => {
    await act(async () => setCrowded(true))
    await become('reconnecting')
    await tick(3_100)
    expect(says()).toContain('Ten other pages of yours are open.')
    await act(async () => setCrowded(false))
    expect(says()).toContain('Catching up')
  })

  it('names the network or the server, and changes with the cause', async () => {
    await become('reconnecting')
    await tick(3_100)
    await become('offline')
    expect(says()).toContain("You're offline.")
    await become('reconnecting')
    expect(says()).toContain('Catching up')
  })

  it('says that all is well only after everything missed is fetched, and then disappears', async () => {
    await become('offline')
    await tick(3_100)
    await act(async () => setCatchingUp(true))
    await become('live')
    expect(says()).toContain('Catching up')
    await act(async () => setCatchingUp(false))
    expect(says()).toContain('All is well again.')
    await tick(4_100)
    expect(says()).toBe('')
  })
})
