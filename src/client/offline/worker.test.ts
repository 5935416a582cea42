import { readFileSync } from 'node:fs'
import { compileFunction } from 'node:vm'
import { IDBFactory } from 'fake-indexeddb'
import { createStore, set, type UseStore } from 'idb-keyval'
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'

const SOURCE = readFileSync(new URL('worker.js', import.meta.url), 'utf8')
const ORIGIN = 'https://palace.example'
const FRAME = 'the frame'
/** What the build fills in. */
const build = (name: string) => ({
  build: name,
  files: [`/assets/${name}.js`, '/shell.html', '/offline.html'],
  offline: '/offline.html',
  shell: '/shell.html',
})

let kept: UseStore
/** What the document is answered with. */
let answer: (words: string) => void
let cutOff: () => void
/** Opens a page: what the worker shows in it. */
let open: (path: string) => Promise<string>
/** The caches of the browser: name -> path -> content. */
let stored: Map<string, Map<string, string>>
let isDiskFull: boolean

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  globalThis.indexedDB = new IDBFactory()
  kept = createStore('royal-flush-messages', 'kept')
  stored = new Map()
  isDiskFull = false
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  promise.catch(() => undefined) // the worker gets it
  answer = (words) => resolve(new Response(words))
  cutOff = () => reject(new TypeError('no network'))
  const started = await worker('this', () => promise)
  open = started.open
})
afterEach(() => void vi.useRealTimers())
afterAll(() => void Reflect.deleteProperty(globalThis, 'indexedDB'))

interface WorkerEvent {
  request?: { method: string; mode: string; url: string }
  preloadResponse?: Promise<Response | undefined>
  respondWith?: (answer: Promise<Response>) => void
  waitUntil: (work: Promise<unknown>) => unknown
}

const CONTENT: Record<string, string> = { '/shell.html': FRAME, '/offline.html': 'the offline page' }
const pathOf = (request: string | { url: string }) =>
  typeof request === 'string' ? request : request.url.replace(ORIGIN, '')

/** The browser's caches, of which Node has none. */
const caches = {
  keys: async () => [...stored.keys()],
  delete: async (name: string) => stored.delete(name),
  match: async (request: string | { url: string }) => {
    for (const files of stored.values()) {
      const content = files.get(pathOf(request))
      if (content !== undefined) return new Response(content)
    }
    return undefined
  },
  open: async (name: string) => {
    const files = stored.get(name) ?? new Map<string, string>()
    stored.set(name, files)
    return {
      match: async (request: string | { url: string }) => {
        const content = files.get(pathOf(request))
        return content === undefined ? undefined : new Response(content)
      },
      put: async (request: string | { url: string }, put: Response) => {
        if (isDiskFull) throw new DOMException('full', 'QuotaExceededError')
        files.set(pathOf(request), await put.text())
      },
      addAll: async (requests: { url: string }[]) => {
        for (const request of requests) {
          const path = pathOf(request)
          files.set(path, CONTENT[path] ?? `content of ${path}`)
        }
      },
    }
  },
}

class PathRequest {
  readonly url: string
  constructor(url: string) {
    this.url = url
  }
}

/** Installs and activates the worker of a build. */
async function worker(name: string, fetch: (request: unknown) => Promise<Response>) {
  const listeners = new Map<string, (event: WorkerEvent) => void>()
  const self = {
    addEventListener: (event: string, listen: (event: WorkerEvent) => void) => listeners.set(event, listen),
    skipWaiting: () => undefined,
    clients: { claim: () => undefined },
    registration: {},
  }
  const run = compileFunction(SOURCE.replace('__BUILD__', JSON.stringify(build(name))), [
    'self',
    'caches',
    'location',
    'fetch',
    'Request',
  ]) as (...globals: unknown[]) => void
  run(self, caches, { origin: ORIGIN }, fetch, PathRequest)
  for (const event of ['install', 'activate']) {
    let done: Promise<unknown> | undefined
    listeners.get(event)!({ waitUntil: (work) => (done = work) })
    await done
  }
  const ask = async (
    path: string,
    mode: string,
    preloadResponse = Promise.resolve<Response | undefined>(undefined),
  ) => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    const request = { method: 'GET', mode, url: ORIGIN + path }
    const later: Promise<unknown>[] = []
    listeners.get('fetch')!({
      request,
      preloadResponse,
      respondWith: resolve,
      waitUntil: (work) => void later.push(work),
    })
    const text = await (await promise).text()
    await Promise.all(later)
    return text
  }
  return {
    open: (path: string, preloaded?: Promise<Response | undefined>) => ask(path, 'navigate', preloaded),
    file: (path: string) => ask(path, 'cors'),
  }
}

const keepMessages = () => set('me:list', { version: 1, conversations: [] }, kept)

it('[L53] a document of messages without an answer for four seconds gives way to what is kept', async () => {
  await keepMessages()
  const page = open('/messages?conversation=c1')
  await vi.advanceTimersByTimeAsync(4_000)
  expect(await page).toBe(FRAME)
})

it('[L53] an answer within four seconds wins', async () => {
  await keepMessages()
  const page = open('/messages?conversation=c1')
  await vi.advanceTimersByTimeAsync(3_999)
  answer('of the server')
  expect(await page).toBe('of the server')
})

it.each([
  ['where nothing is kept', '/messages', async () => undefined],
  ['on other pages', '/notifications', keepMessages],
])('[L53] the answer is waited for %s', async (_, path, prepare) => {
  await prepare()
  const page = open(path)
  await vi.advanceTimersByTimeAsync(60_000)
  answer('of the server')
  expect(await page).toBe('of the server')
})

it('[L53] without a network what is kept is there at once, and the offline page where nothing is', async () => {
  cutOff()
  expect(await open('/messages')).toBe('the offline page')
  await keepMessages()
  expect(await open('/messages')).toBe(FRAME)
  expect(await open('/notifications')).toBe('the offline page')
})

it('[L53] a browser that reports the failed preload as an answer is without a network, too', async () => {
  const { open: openIn } = await worker('this', () => Promise.reject(new Error('not asked')))
  expect(await openIn('/notifications', Promise.resolve(Response.error()))).toBe('the offline page')
})

it('[L63] the files that pages of the last build need stay, those of older builds go', async () => {
  const fetched = async () => new Response('from the server')
  for (const name of ['older', 'last']) {
    const { file } = await worker(name, fetched)
    await file(`/assets/menu-of-${name}.js`)
  }
  const away = async () => Promise.reject(new TypeError('no network'))
  const { file } = await worker('new', away)
  expect(await file('/assets/menu-of-last.js')).toBe('from the server')
  expect(await file('/assets/new.js')).toBe('content of /assets/new.js')
  await expect(file('/assets/menu-of-older.js')).rejects.toThrow('no network')
  expect([...stored.keys()]).toEqual(['rf-shell-last', 'rf-shell-new'])
})

it('[L64] a full disk costs the copy of a file, and not the file', async () => {
  const { file } = await worker('full', async () => new Response('a script'))
  isDiskFull = true
  expect(await file('/assets/menu.js')).toBe('a script')
})

it('[L64] storage that cannot be read costs the copy, and not the file', async () => {
  const { file } = await worker('broken', async () => new Response('a script'))
  vi.spyOn(caches, 'open').mockRejectedValue(new DOMException('broken', 'UnknownError'))
  expect(await file('/assets/menu.js')).toBe('a script')
  vi.restoreAllMocks()
})
