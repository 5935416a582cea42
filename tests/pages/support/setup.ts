import 'fake-indexeddb/auto'
import { configure, prettyDOM } from '@testing-library/dom'
import { vi } from 'vitest'
import { openRoots, openSockets, pageCookie, signals } from './page-parts.ts'

// As in browsers: a wait says for what, and a busy machine is no failure. A failure prints what the page shows.
configure({
  asyncUtilTimeout: 20_000,
  getElementError: (message, container) =>
    Object.assign(new Error(`${message}\n${location.pathname}\n${prettyDOM(container, 4_000)}`), {
      name: 'ElementError',
    }),
})

// The real packages, with what only a browser does by itself: cookies go with the socket, and a page that is left ends.
vi.mock('socket.io-client', async (importOriginal) => {
  const original = await importOriginal<typeof import('socket.io-client')>()
  const io = (options: string | object, more?: object) => {
    // Of a test, for somebody else (`connectLive`).
    if (typeof options === 'string') return original.io(options, more)
    const { url, cookie } = pageCookie()
    const socket = original.io(url, { ...options, forceNew: true, extraHeaders: { cookie, origin: url } })
    openSockets.add(socket)
    socket.onAnyOutgoing((...signal) => signals.sent.push(JSON.stringify(signal)))
    socket.onAny((...signal) => signals.heard.push(JSON.stringify(signal)))
    return socket
  }
  return { ...original, io }
})
vi.mock('react-dom/client', async (importOriginal) => {
  const original = await importOriginal<typeof import('react-dom/client')>()
  const createRoot: typeof original.createRoot = (...args) => {
    const root = original.createRoot(...args)
    openRoots.add(root)
    return root
  }
  return { ...original, createRoot }
})
// As in a build: effects run once. In development each runs twice, and a form fetches two puzzles.
vi.mock('react', async (importOriginal) => {
  const original = await importOriginal<typeof import('react')>()
  return { ...original, StrictMode: original.Fragment }
})
