import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '#tests/support/free-port.ts'
import { until } from '#tests/support/until.ts'
import { findProgram, type Browser, type Engine, type Tab } from './engine.ts'

/** WebKit's own small browser, driven by WebDriver on a screen that nobody sees. */
export const WEBKIT: Engine = {
  name: 'WebKit',
  packages: 'webkit2gtk-driver xvfb',
  isInstalled: () => [['WebKitWebDriver'], ['Xvfb']].every((names) => findProgram(names, '-help')),
  launch,
}

async function launch(): Promise<Browser> {
  const home = await mkdtemp(path.join(tmpdir(), 'royal-flush-webkit-'))
  const children: ChildProcess[] = []
  const end = async () => {
    for (const child of children.reverse()) {
      const ended = once(child, 'exit')
      child.kill()
      await ended
    }
    await rm(home, { recursive: true, force: true })
  }
  try {
    const screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    children.push(screen)
    const [display] = (await once(screen.stdout, 'data')) as [Buffer]
    const port = await freePort()
    const driver = spawn('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], {
      stdio: 'ignore',
      env: {
        ...process.env,
        DISPLAY: `:${display.toString().trim()}`,
        HOME: home,
        GDK_BACKEND: 'x11',
        // There is no GPU.
        LIBGL_ALWAYS_SOFTWARE: '1',
        WEBKIT_DISABLE_COMPOSITING_MODE: '1',
      },
    })
    children.push(driver)
    const url = `http://127.0.0.1:${port}`
    await until('WebKitWebDriver answers', () =>
      fetch(`${url}/status`).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    return { openTab: () => openTab(url), [Symbol.asyncDispose]: end }
  } catch (error) {
    await end()
    throw error
  }
}

async function openTab(driver: string): Promise<Tab> {
  const { sessionId } = await call<{ sessionId: string }>(driver, 'POST', '/session', { capabilities: {} })
  const session = `${driver}/session/${sessionId}`
  const post = <T = void>(command: string, body: object) => call<T>(session, 'POST', command, body)
  await post('/window/rect', { x: 0, y: 0, width: 1280, height: 900 })
  return {
    open: (url) => post('/url', { url }),
    async setCookie(site, name, value) {
      // A cookie is set for the page that is open.
      await post('/url', { url: `${site}/robots.txt` })
      await post('/cookie', { cookie: { name, value, path: '/', httpOnly: true, sameSite: 'Lax' } })
    },
    evaluate: (expression) =>
      post<string>('/execute/async', { script: `(${expression}).then(arguments[0])`, args: [] }),
    perform: (actions) => post('/actions', { actions }),
    errors: () => null,
    close: () => call(session, 'DELETE', ''),
  }
}

async function call<T>(base: string, method: string, command: string, body?: object): Promise<T> {
  const response = await fetch(base + command, { method, ...(body && { body: JSON.stringify(body) }) })
  const { value } = (await response.json()) as { value: T & { message?: string } }
  if (!response.ok) throw new Error(`${command}: ${value.message}`)
  return value
}
