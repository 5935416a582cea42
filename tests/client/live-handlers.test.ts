import { afterEach, describe, expect, it, vi } from 'vitest'
import { lazyHandlers } from '#client/live/lazy-handlers.ts'
import { onLive, onResync, receive, setLiveHandlers } from '#client/live/registry.ts'
import { gate } from './support/fake-server.ts'
import { eventually } from '#tests/support/eventually.ts'

afterEach(() => setLiveHandlers({}))

describe('The table of live handlers', () => {
  it("handles a push before the screens' listeners, and a handler that throws stops no other", () => {
    const reported = vi.fn()
    vi.stubGlobal('reportError', reported)
    const calls: string[] = []
    setLiveHandlers({
      'post:deleted': () => {
        calls.push('table')
        throw new Error('broken')
      },
    })
    const stop = onLive('post:deleted', () => calls.push('screen'))
    receive('post:deleted', { id: 'a', rev: 1 })
    stop()
    receive('post:deleted', { id: 'b', rev: 1 })
    expect(calls).toEqual(['table', 'screen', 'table'])
    expect(reported).toHaveBeenCalledTimes(2)
    vi.unstubAllGlobals()
  })
})

describe('Handlers in a module that is fetched later', () => {
  it('fetch it once, and handle what arrives meanwhile in order', async () => {
    const { opened, open } = gate()
    const handled: string[] = []
    const fetchModule = vi.fn(async () => {
      await opened
      return { onDeleted: ({ id }: { id: string }) => void handled.push(id) }
    })
    setLiveHandlers({ 'post:deleted': lazyHandlers(fetchModule)((live) => live.onDeleted) })
    receive('post:deleted', { id: 'a', rev: 1 })
    receive('post:deleted', { id: 'b', rev: 1 })
    expect(handled).toEqual([])
    open()
    await eventually(() => expect(handled).toEqual(['a', 'b']))
    receive('post:deleted', { id: 'c', rev: 1 })
    expect(handled, 'at once from then on').toEqual(['a', 'b', 'c'])
    expect(fetchModule).toHaveBeenCalledOnce()
  })

  it('[L7] resync when the module cannot be fetched', async () => {
    const asked = vi.fn(async () => undefined)
    const stop = onResync('posts', asked)
    const posts = lazyHandlers<{ onDeleted: () => void }>(() => Promise.reject(new TypeError('offline')))
    setLiveHandlers({ 'post:deleted': posts((live) => live.onDeleted) })
    receive('post:deleted', { id: 'a', rev: 1 })
    await eventually(() => expect(asked).toHaveBeenCalledOnce())
    stop()
  })
})
