import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'

// Below the ports that an embedded database chooses for its folder (27,100 and above) and those that the system gives to
// outgoing connections.
const LOWEST = 12_000
const HIGHEST = 22_000

// For each account its own: another one may not write to it.
const RESERVED = path.join(tmpdir(), `royal-flush-ports-${userInfo().uid}`)
const reservedHere = new Set<string>()

/**
 * A port of 127.0.0.1 that nobody listens on, and that no other test process gets from here until this process
 * ends: seconds pass before a server listens on its port, and a killed server comes back on it.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST))
    if (reserve(port) && (await isFree(port))) return port
  }
}

function reserve(port: number): boolean {
  const file = path.join(RESERVED, String(port))
  mkdirSync(RESERVED, { recursive: true })
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
  } catch {
    if (isRunning(Number(readFileSync(file, 'utf8')))) return false
    // Left by a process that was killed.
    writeFileSync(file, String(process.pid))
  }
  if (reservedHere.size === 0) process.once('exit', releaseAll)
  reservedHere.add(file)
  return true
}

const releaseAll = () => reservedHere.forEach((file) => rmSync(file, { force: true }))

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
