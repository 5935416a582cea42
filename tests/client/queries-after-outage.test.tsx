// @vitest-environment jsdom
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '#client/app/query-client.ts'
import { resetStores } from '#client/live/registry.ts'
import { resync } from '#client/live/resync.ts'

afterEach(() => {
  vi.useRealTimers()
  resetStores()
})

/** A screen that shows what `fetch` answers. */
function screen(name: string, fetch: () => Promise<string>) {
  const observer = new QueryObserver(queryClient, { queryKey: [name], queryFn: fetch, retry: false })
  return { observer, close: observer.subscribe(() => undefined) }
}
const ended = () => resync({ reason: 'ready', since: 0 })

describe('[L78] When an outage ends', () => {
  it('what could not be fetched is fetched', async () => {
    let isDown = true
    const { observer, close } = screen('profile', async () => {
      if (isDown) throw new TypeError('Failed to fetch')
      return 'a profile'
    })
    await vi.waitUntil(() => observer.getCurrentResult().isError)
    isDown = false
    await ended()
    expect(observer.getCurrentResult().data).toBe('a profile')
    close()
  })

  it('what is on screen is not fetched twice, and what is not is read again when it is shown', async () => {
    const fetch = vi.fn(async () => 'rows')
    const first = screen('rows', fetch)
    await vi.waitUntil(() => first.observer.getCurrentResult().isSuccess)
    await ended()
    expect(fetch).toHaveBeenCalledTimes(1)
    first.close()
    await ended()
    expect(fetch).toHaveBeenCalledTimes(1)
    const again = screen('rows', fetch)
    await vi.waitUntil(() => fetch.mock.calls.length === 2)
    again.close()
  })
})
