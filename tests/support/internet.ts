import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A local server that stands for the internet (OUTBOUND_TEST_SERVER): it answers for every host that ends in .test.
 *
 * `/page?title=T&description=D&picture=ADDRESS` has these as Open Graph tags; with `hold=KEY` it waits for
 * `/release?key=KEY`. `/picture` is a picture, 1200 pixels wide. Other paths are those that a test adds.
 */
export interface Internet extends AsyncDisposable {
  /** The address of the local server. */
  readonly url: string
  /** What the server is started with. */
  readonly settings: Record<string, string>
  /** Answers what was asked with this `hold`. */
  release(key: string): void
  /** How often a path and its query were asked for. */
  asked(path: string): number
  /** Answers for further paths. */
  readonly pages: Map<string, (req: IncomingMessage, res: ServerResponse) => void>
  /** Forgets what was asked for, and those. */
  forget(): void
}

/** The address of a page there, with a title, a description and a picture. */
export const linkTo = (title: string, more: Record<string, string> = {}): string =>
  `http://gazette.test/page?${new URLSearchParams({ title, description: 'From the pipes', picture: '/picture', ...more }).toString()}`

export async function startInternet(): Promise<Internet> {
  const asked: string[] = []
  const pages: Internet['pages'] = new Map()
  const held = new Map<string, PromiseWithResolvers<void>>()
  const holdOf = (key: string) => {
    const hold = held.get(key) ?? Promise.withResolvers<void>()
    held.set(key, hold)
    return hold
  }
  const answer = async (req: IncomingMessage, res: ServerResponse) => {
    const { pathname, searchParams: query } = new URL(req.url!, 'http://any.test')
    asked.push(req.url!)
    const page = pages.get(pathname)
    if (page) return page(req, res)
    if (pathname === '/picture')
      return res.writeHead(200, { 'content-type': 'image/png' }).end(await picture())
    if (pathname === '/release') holdOf(query.get('key')!).resolve()
    else if (query.has('hold')) await holdOf(query.get('hold')!).promise
    return res.writeHead(200, HTML).end(pageWith(query))
  }
  const server = createServer((req, res) => void answer(req, res))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    settings: { LINK_PREVIEWS: 'on', OUTBOUND_TEST_SERVER: `127.0.0.1:${port}` },
    release: (key) => holdOf(key).resolve(),
    asked: (path) => asked.filter((one) => one === path).length,
    pages,
    forget() {
      asked.length = 0
      pages.clear()
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const HTML = { 'content-type': 'text/html; charset=utf-8' }

const pageWith = (query: URLSearchParams): string =>
  ['title', 'description', 'picture']
    .filter((name) => query.has(name))
    .map((name) => `<meta property="og:${name === 'picture' ? 'image' : name}" content="${query.get(name)}">`)
    .join('')

async function picture(): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  return sharp({ create: { width: 1200, height: 630, channels: 3, background: '#6b4226' } })
    .composite([{ input: { create: { width: 500, height: 500, channels: 3, background: '#e8c27a' } } }])
    .png()
    .toBuffer()
}
