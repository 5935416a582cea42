import { readFileSync, readdirSync, readlinkSync } from 'node:fs'
import { connect, type Socket } from 'node:net'

interface Site {
  readonly url: string
}

/** The text of a request by hand, for clients that no library would be. */
export const requestText = (
  site: Site,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): string =>
  [
    `${method} ${path} HTTP/1.1`,
    `Host: ${new URL(site.url).host}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    '',
  ].join('\r\n')

/** A connection to a server. A reset by the other side closes it and is no error. */
export function connectTo(site: Site): Socket {
  const socket = connect(Number(new URL(site.url).port), '127.0.0.1')
  return socket.on('error', () => socket.destroy())
}

/**
 * When a client leaves: so many ms after it has sent its request, or as soon as the first bytes of the answer
 * are there.
 */
export type Leaving = { after: number } | 'in the middle'

/** Sends bytes and closes the connection without reading the answer; resolves when it is closed. */
export function sendAndLeave(site: Site, bytes: string, leaving: Leaving): Promise<void> {
  return new Promise((resolve) => {
    const socket = connectTo(site).once('close', () => resolve())
    socket.write(bytes, () => {
      if (leaving === 'in the middle') socket.once('data', () => socket.destroy())
      else setTimeout(() => socket.destroy(), leaving.after)
    })
  })
}

/** What a process holds open: its descriptors by what they lead to (Linux). */
export function openDescriptors(pid: number): string[] {
  return readdirSync(`/proc/${pid}/fd`).map((fd) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${fd}`)
    } catch {
      return '' // closed meanwhile
    }
  })
}

/** Sockets that a process still holds although the other side has left (Linux). */
export function deadSockets(pid: number): string[] {
  const table = readFileSync(`/proc/${pid}/net/tcp`, 'utf8')
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s+/))
  const alive = new Set(
    table
      .filter(([, , , state]) => state === ESTABLISHED || state === LISTENS)
      .map((row) => `socket:[${row[9]}]`),
  )
  const unix = new Set(
    readFileSync(`/proc/${pid}/net/unix`, 'utf8')
      .split('\n')
      .map((line) => `socket:[${line.trim().split(/\s+/)[6]}]`),
  )
  return openDescriptors(pid).filter(
    (place) => place.startsWith('socket:') && !alive.has(place) && !unix.has(place),
  )
}
const [ESTABLISHED, LISTENS] = ['01', '0A']
