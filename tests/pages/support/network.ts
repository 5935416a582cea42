import { vi } from 'vitest'
import type { Caller } from '#tests/support/http-client.ts'

/** A request of the page, with its path and query: '/api/posts?q=plunger'. */
export interface PageRequest {
  readonly method: string
  readonly path: string
  /** The parsed body, if there is one. */
  readonly body: unknown
}
/**
 * Answers instead of the server, or undefined: then the server answers. `send` asks the server: what it answers can be
 * lost, by an error.
 */
export type Answer = (
  request: PageRequest,
  send: () => Promise<Response>,
) => Response | undefined | Promise<Response | undefined>

// Node's own: the page's is ours.
const ask = globalThis.fetch

/** What a browser has from visit to visit: its cookies. And what stands between its page and the server. */
export class Network {
  readonly requests: PageRequest[] = []
  #cookies = new Map<string, string>()
  #answers: Answer[] = []
  #isOffline = false
  readonly #url: string

  constructor(url: string, who: Caller | null) {
    this.#url = url
    if (who) this.signIn(who)
  }

  /** As after a log-in, without the form: from now on with this person's session. */
  signIn(who: Caller): void {
    for (const pair of who.cookie().split('; ').filter(Boolean)) keep(this.#cookies, pair)
  }

  cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  /** What the answers to requests of before set is gone as well. */
  clearCookies(): void {
    this.#cookies = new Map()
  }

  /** From now on this function is asked first. Reads are requests of their own then, not parts of a batch. */
  answer(answer: Answer): void {
    this.#answers.push(answer)
  }

  /**
   * Holds the writes to paths with this end until the returned function is called: what shows before that is an
   * optimistic update.
   */
  holdWrites(end: string): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.answer(async ({ method, path }) => {
      if (method !== 'GET' && path.endsWith(end)) await promise
      return undefined
    })
    return resolve
  }

  /** The server answers everything again. */
  answerNothing(): void {
    this.#answers = []
  }

  /** Without a network no request arrives. Sockets that are open stay. */
  setOffline(isOffline: boolean): void {
    this.#isOffline = isOffline
  }

  /** Becomes the `fetch` of the page. */
  install(): void {
    vi.stubGlobal('fetch', this.fetch)
    Object.assign(navigator, {
      sendBeacon: (path: string, body?: string) => {
        void this.fetch(path, { method: 'POST', body: body ?? null }).catch(() => undefined)
        return true
      },
    })
  }

  readonly fetch = async (address: string | URL, init: RequestInit = {}): Promise<Response> => {
    // Of a person of the test (`newPerson`): pages have no absolute addresses.
    if (String(address).startsWith(this.#url)) return ask(address, init)
    const { pathname, search } = new URL(address, this.#url)
    const request = { method: init.method ?? 'GET', path: pathname + search, body: parsed(init.body) }
    this.requests.push(request)
    const { signal } = init
    signal?.throwIfAborted()
    // The signal is one of the document's, which Node's fetch does not know.
    const aborted = new Promise<never>((_, reject) =>
      signal?.addEventListener('abort', () => reject(signal.reason as Error)),
    )
    return Promise.race([this.#exchange(request, init), aborted])
  }

  async #exchange(request: PageRequest, init: RequestInit): Promise<Response> {
    const send = () => this.#ask(request, init)
    const isBatch = request.path === '/api/batch'
    if (isBatch && this.#answers.length > 0) return new Response('', { status: 404 })
    for (const answer of this.#answers.toReversed()) {
      const answered = await answer(request, send)
      if (answered) return answered
    }
    return send()
  }

  async #ask(request: PageRequest, { method = 'GET', headers, body }: RequestInit): Promise<Response> {
    if (this.#isOffline) throw new TypeError('Failed to fetch')
    const cookies = this.#cookies
    const response = await ask(this.#url + request.path, {
      method,
      headers: { ...(headers as Record<string, string>), cookie: this.cookie() },
      ...(body != null && { body }),
    })
    for (const set of response.headers.getSetCookie()) keep(cookies, set.split(';')[0]!)
    return response
  }
}

function keep(cookies: Map<string, string>, pair: string): void {
  const at = pair.indexOf('=')
  const [name, value] = [pair.slice(0, at), pair.slice(at + 1)]
  if (value === '') cookies.delete(name)
  else cookies.set(name, value)
}

function parsed(body: RequestInit['body']): unknown {
  if (typeof body !== 'string') return undefined
  try {
    return JSON.parse(body) as unknown
  } catch {
    return body
  }
}
