import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { findProgram, type Browser, type Engine, type Tab } from './engine.ts'

/** Firefox, which speaks WebDriver BiDi itself. */
export const FIREFOX: Engine = {
  name: 'Firefox',
  packages: 'firefox-esr',
  isInstalled: () => program() !== undefined,
  launch,
}

const program = () => findProgram(['firefox-esr', 'firefox'], '--version')

// A mouse, also where there is none: Enter does not send on a touch screen.
const PREFERENCES = `user_pref('ui.primaryPointerCapabilities', 6);
user_pref('ui.allPointerCapabilities', 6);
`

async function launch(): Promise<Browser> {
  const profile = await mkdtemp(path.join(tmpdir(), 'royal-flush-firefox-'))
  await writeFile(path.join(profile, 'user.js'), PREFERENCES)
  const child = spawn(
    program()!,
    ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', profile],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const ended = once(child, 'exit')
  const end = async () => {
    child.kill()
    await ended
    await rm(profile, { recursive: true, force: true })
  }
  try {
    const connection = await Connection.open(`${await addressIn(child.stderr)}/session`)
    await connection.call('session.new', { capabilities: {} })
    await connection.call('session.subscribe', { events: ['log.entryAdded'] })
    return { openTab: () => openTab(connection), [Symbol.asyncDispose]: end }
  } catch (error) {
    await end()
    throw error
  }
}

/** Reads on after that: a browser that cannot write to its log ends. */
const addressIn = (output: Readable): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = ''
    output.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      const [, address] = /WebDriver BiDi listening on (\S+)/.exec(text) ?? []
      if (address) resolve(address)
    })
    output.once('end', () => reject(new Error(`Firefox has ended:\n${text}`)))
  })

async function openTab(connection: Connection): Promise<Tab> {
  const { userContext } = await connection.call<{ userContext: string }>('browser.createUserContext')
  const created = { type: 'tab', userContext }
  const { context } = await connection.call<{ context: string }>('browsingContext.create', created)
  await connection.call('browsingContext.setViewport', { context, viewport: { width: 1280, height: 850 } })
  return {
    open: (url) => connection.call('browsingContext.navigate', { context, url, wait: 'complete' }),
    setCookie(site, name, value) {
      const owner = { domain: new URL(site).hostname, path: '/', httpOnly: true, sameSite: 'lax' }
      const cookie = { name, value: { type: 'string', value }, ...owner }
      return connection.call('storage.setCookie', { cookie, partition: { type: 'storageKey', userContext } })
    },
    async evaluate(expression) {
      const asked = { expression, awaitPromise: true, target: { context } }
      const answer = await connection.call<Evaluated>('script.evaluate', asked)
      if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text)
      return answer.result.value
    },
    perform: (actions) => connection.call('input.performActions', { context, actions }),
    errors: () => connection.errors.filter((error) => error.context === context).map(({ text }) => text),
    close: () => connection.call('browser.removeUserContext', { userContext }),
  }
}

type Evaluated =
  | { type: 'success'; result: { value: string } }
  | { type: 'exception'; exceptionDetails: { text: string } }

interface Incoming {
  readonly id?: number
  readonly result?: unknown
  readonly error?: string
  readonly message?: string
  readonly method?: string
  readonly params?: { level: string; text: string | null; source: { context?: string } }
}

/** Commands and their answers, over one socket. */
class Connection {
  /** What the consoles of all tabs have shown as errors. */
  readonly errors: { context: string | undefined; text: string }[] = []
  readonly #socket: WebSocket
  readonly #waiting = new Map<number, (answer: Incoming) => void>()
  #last = 0

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.addEventListener('message', ({ data }) => this.#take(JSON.parse(String(data)) as Incoming))
    socket.addEventListener('close', () => {
      for (const answer of this.#waiting.values()) answer({ error: 'closed', message: 'Firefox has gone' })
    })
  }

  static async open(address: string): Promise<Connection> {
    const socket = new WebSocket(address)
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve)
      socket.addEventListener('error', () => reject(new Error(`Firefox does not answer at ${address}`)))
    })
    return new Connection(socket)
  }

  async call<T = void>(method: string, params: object = {}): Promise<T> {
    const id = (this.#last += 1)
    const answered = new Promise<Incoming>((resolve) => this.#waiting.set(id, resolve))
    this.#socket.send(JSON.stringify({ id, method, params }))
    const { result, error, message } = await answered
    this.#waiting.delete(id)
    if (error) throw new Error(`${method}: ${message}`)
    return result as T
  }

  #take(incoming: Incoming): void {
    if (incoming.id !== undefined) return this.#waiting.get(incoming.id)?.(incoming)
    const { level, text, source } = incoming.params!
    if (level === 'error') this.errors.push({ context: source.context, text: text ?? '' })
  }
}
