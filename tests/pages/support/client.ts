import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { compileFunction } from 'node:vm'
import * as react from 'react'
import { createRoot } from 'react-dom/client'
import * as reactDom from 'react-dom/client'
import * as sockets from 'socket.io-client'
import { inject } from 'vitest'
import { openRoots, openSockets, pageCookie, signals } from './page-parts.ts'

type Module = { exports: object }
type Run = (require: (name: string) => unknown, exports: object, module: Module) => void

const requirePackage = createRequire(import.meta.url)

/** The real packages, with what only a browser does by itself: cookies go with the socket, and a page that is left ends. */
const PACKAGES: Readonly<Record<string, object>> = {
  // As in a build: effects run once. In development each runs twice, and a form fetches two puzzles.
  react: { ...react, StrictMode: react.Fragment },
  'react-dom/client': {
    ...reactDom,
    createRoot: (...args: Parameters<typeof createRoot>) => {
      const root = createRoot(...args)
      openRoots.add(root)
      return root
    },
  },
  'socket.io-client': {
    ...sockets,
    io: (options: object) => {
      const { url, cookie } = pageCookie()
      const socket = sockets.io(url, { ...options, forceNew: true, extraHeaders: { cookie, origin: url } })
      openSockets.add(socket)
      socket.onAnyOutgoing((...signal) => signals.sent.push(JSON.stringify(signal)))
      socket.onAny((...signal) => signals.heard.push(JSON.stringify(signal)))
      return socket
    },
  },
}

/** By file: compiled once for all pages of a worker. */
const compiled = new Map<string, Run>()

function codeOf(file: string): Run {
  const known = compiled.get(file)
  if (known) return known
  const code = compileFunction(readFileSync(file, 'utf8'), ['require', 'exports', 'module'], {
    filename: file,
  })
  compiled.set(file, code as Run)
  return code as Run
}

/** Starts the client that the run has built (build-client.setup.ts), with modules of its own. */
export function startClient(): void {
  const modules = new Map<string, Module>()
  const load = (file: string): object => {
    const known = modules.get(file)
    if (known) return known.exports
    const module: Module = { exports: {} }
    modules.set(file, module)
    const require = (name: string): unknown =>
      name.startsWith('.')
        ? load(path.join(path.dirname(file), name))
        : (PACKAGES[name] ?? requirePackage(name))
    codeOf(file)(require, module.exports, module)
    return module.exports
  }
  load(inject('clientMain'))
}
