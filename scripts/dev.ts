import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

/** `npm run dev`: the server, started again when its sources change, and Vite in front of it, which swaps changed parts of the page. */
const PAGE = 'http://127.0.0.1:5173'
const ROOT = path.resolve(import.meta.dirname, '..')

const start = (...args: string[]): ChildProcess =>
  // The page's address is Vite's: links, cookies and Origin checks must know.
  spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, PUBLIC_URL: process.env['PUBLIC_URL'] ?? PAGE } })

const processes = [start('--watch', '--watch-preserve-output', 'src/server/main.ts'), start('node_modules/vite/bin/vite.js', '--strictPort')]
const ends = processes.map((child) => once(child, 'exit'))

// Ctrl-C reaches both; this one only waits until the server has closed its database.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => processes.forEach((child) => child.kill('SIGTERM')))
await Promise.race(ends)
processes.forEach((child) => child.kill('SIGTERM'))
await Promise.all(ends)
