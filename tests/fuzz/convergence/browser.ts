import { JSDOM } from 'jsdom'
import { Manager } from 'socket.io-client'

/** A browser's surroundings for the client's own code in this thread. */
export interface Browser {
  /** Cuts the connection, as a network does. */
  cut(): void
}

class SilentChannel extends EventTarget {
  postMessage(): void {}
  close(): void {}
}

/**
 * Gives this thread a document, and calls and sockets that go to one of the sites, as behind a balancer, with the
 * session of `cookie`. Call before anything of the client is loaded.
 */
export function openBrowser({ sites, cookie }: { sites: readonly string[]; cookie: string }): Browser {
  const { window } = new JSDOM('<!doctype html><div id="root"></div>', {
    url: sites[0]!,
    pretendToBeVisual: true,
  })
  const given = [
    'document',
    'location',
    'history',
    'localStorage',
    'sessionStorage',
    'Element',
    'HTMLElement',
    'Node',
  ]
  const globals = Object.fromEntries(
    given.map((name) => [name, (window as unknown as Record<string, unknown>)[name]]),
  )
  const settings = { window: globalThis, ...globals }
  for (const [name, value] of Object.entries(settings))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
  Object.defineProperty(globalThis, 'navigator', {
    value: { onLine: true, userAgent: 'fuzz' },
    configurable: true,
  })
  // jsdom takes no signals but its own.
  const events = new EventTarget()
  for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const) {
    const value = events[name].bind(events)
    Object.defineProperty(globalThis, name, { value, configurable: true })
    if (name !== 'dispatchEvent') Object.defineProperty(window.document, name, { value, configurable: true })
  }
  // Pages of other people are threads of the same process.
  Object.defineProperty(globalThis, 'BroadcastChannel', { value: SilentChannel, configurable: true })
  const site = () => sites[Math.floor(Math.random() * sites.length)]!
  const send = globalThis.fetch
  globalThis.fetch = (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set('cookie', cookie)
    return send(new URL(input as string, site()), { ...init, headers })
  }
  const managers = new Set<Manager>()
  const connect = Manager.prototype.open
  Manager.prototype.open = function open(...args) {
    managers.add(this)
    const own = this as unknown as { uri: string; opts: object }
    own.uri = site()
    Object.assign(own.opts, { extraHeaders: { cookie, origin: own.uri, 'user-agent': 'Mozilla/5.0 fuzz' } })
    return connect.apply(this, args)
  }
  return { cut: () => managers.forEach(({ engine }) => engine?.close()) }
}
