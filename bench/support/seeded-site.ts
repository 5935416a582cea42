import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import type { ConversationView } from '#contract/messages.ts'
import type { PostView } from '#contract/posts.ts'
import { findChromium } from '#tests/support/chromium.ts'
import { visitor } from '#tests/support/http-client.ts'
import { startServerProcess } from '#tests/support/server-process.ts'
import { CAST, DEMO_PASSWORD, emailOf } from '../../scripts/seed/cast.ts'

/** The built page and the demo data of `npm run seed`, behind a server of its own. */
export interface SeededSite {
  readonly url: string
  /** Cookie header of the member; she is no admin. */
  readonly cookie: string
  /** The newest post with the most comments. */
  readonly post: PostView
  /** The handle of somebody else. */
  readonly handle: string
  /** A conversation of the member. */
  readonly conversation: string
  readonly chromium: string
}

const ROOT = path.resolve(import.meta.dirname, '../..')
const [, MEMBER, OTHER] = CAST
const run = promisify(execFile)

/**
 * Builds the page, starts the server with settings as for `npm start`, fills it and logs the member in. All
 * ends after `work`.
 */
export async function withSeededSite<T>(work: (site: SeededSite) => Promise<T>): Promise<T> {
  const chromium = findChromium()
  if (!chromium) throw new Error('There is no Chromium here. Set CHROMIUM_PATH to one.')
  await run(process.execPath, ['scripts/setup.mjs', 'start'], { cwd: ROOT })
  const server = await startServerProcess({ NODE_ENV: 'development', LOG_LEVEL: 'warn' })
  try {
    await run(process.execPath, ['scripts/seed.ts'], {
      cwd: ROOT,
      env: { ...process.env, DATA_DIR: server.dataDir, UPLOADS_DIR: server.uploadsDir },
    })
    return await work({ ...(await signInAndLook(server)), url: server.url, chromium })
  } finally {
    await server[Symbol.asyncDispose]()
  }
}

async function signInAndLook(server: { url: string }): Promise<Omit<SeededSite, 'url' | 'chromium'>> {
  const member = visitor(server)
  const login = await member.post('/auth/login', { email: emailOf(MEMBER!), password: DEMO_PASSWORD })
  if (login.status !== 200) throw new Error(`The log-in was answered ${login.status}: ${login.text}`)
  const { body: posts } = await member.get<PostView[]>('/posts')
  const { body: conversations } = await member.get<ConversationView[]>('/messages/conversations')
  return {
    cookie: member.cookie(),
    post: posts.toSorted((one, other) => other._count.comments - one._count.comments)[0]!,
    conversation: conversations[0]!.id,
    handle: OTHER!.handle,
  }
}
