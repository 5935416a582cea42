import { createServer } from 'node:http'
import type { Request, RequestHandler } from 'express'
import type { SessionData } from 'express-session'
import type { AdminStatsView } from '#contract/admin.ts'
import type { RealtimeAnalyticsView } from '#contract/analytics.ts'
import type { MonitorStatusView } from '#contract/monitor.ts'
import type { Gateway } from '#realtime/gateway.ts'
import type { GatewayParts } from '#realtime/parts.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { freePort } from '#tests/support/free-port.ts'
import { until } from '#tests/support/until.ts'

export interface BareGateway extends Gateway {
  readonly url: string
  /** The bus that the gateway listens to. */
  readonly bus: (typeof import('#server/platform/bus.ts'))['bus']
  /** The people; the test changes them. */
  readonly people: Map<string, Viewer>
  /** The next read of a person waits for this after it has read. */
  held: Promise<void> | null
  /** The people that each person follows; a missing entry is nobody. */
  readonly followees: Map<string, string[]>
  /** Sessions by their id; `as` opens one. */
  readonly sessions: Map<string, SessionData>
  /** The figures of the next read. */
  figures: RealtimeAnalyticsView
  /** Headers of a socket of this person, in a new session. */
  as(userId: string): { 'x-session': string }
}

let shared: Promise<BareGateway> | undefined
let sharedWith: Record<string, string> = {}

/** Settings of the gateway of this worker, before the first test asks for it. */
export function shareGatewayWith(env: Record<string, string>): void {
  sharedWith = env
}

/**
 * The gateway alone, with real sockets, but with people and sessions from the test and without a database:
 * for tests of its internals. Import the server's modules after it. The files of a worker share it; `close` makes it
 * forget them.
 */
export const startBareGateway = (): Promise<BareGateway> => (shared ??= start(sharedWith))

async function empty({ io, people, sessions, followees }: BareGateway): Promise<void> {
  io.disconnectSockets(true)
  await until('nobody is there', () => io.of('/').sockets.size === 0)
  for (const kept of [people, sessions, followees]) kept.clear()
}

async function start(env: Record<string, string>): Promise<BareGateway> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  Object.assign(process.env, {
    NODE_ENV: 'test',
    PORT: String(port),
    PUBLIC_URL: url,
    SESSION_SECRET: 'bare',
    LOG_LEVEL: 'silent',
    RATE_LIMIT_FACTOR: '10000',
    SPAM_PROTECTION: 'off',
    ...env,
  })
  const { startGateway } = await import('#realtime/gateway.ts')
  const { UPGRADES } = await import('#realtime/engine.ts')
  const { bus } = await import('#server/platform/bus.ts')
  const people = new Map<string, Viewer>()
  const sessions = new Map<string, SessionData>()
  const followees = new Map<string, string[]>()
  const http = createServer(UPGRADES, (_req, res) => res.end('answered'))
  const bare = {
    url,
    bus,
    people,
    held: null,
    followees,
    sessions,
    figures: NO_FIGURES,
    as: (userId: string) => openSession(sessions, people, userId),
  }
  const gateway = await startGateway(http, partsOf(bare))
  await new Promise<void>((resolve) => http.listen(port, '127.0.0.1', resolve))
  const made = Object.assign(bare, gateway)
  return Object.assign(made, { close: () => empty(made) })
}

/** Opens sockets that wait longer than any test for their client's answer when they are ended. */
export async function waitingForAnswers<T>({ io }: Gateway, open: () => Promise<T>): Promise<T> {
  const { options } = (io.engine as unknown as { ws: { options: { closeTimeout: number } } }).ws
  const usual = options.closeTimeout
  options.closeTimeout = 600_000
  try {
    return await open()
  } finally {
    options.closeTimeout = usual
  }
}

const NO_STATUS: MonitorStatusView = {
  status: 'running',
  lastUpdate: new Date(0).toISOString(),
  totalErrors: 0,
  unresolvedErrors: 0,
  criticalErrors: 0,
  health: 100,
  recentErrors: [],
  checks: [],
  totalDeadJobs: 0,
  deadJobs: [],
}

const NO_FIGURES: RealtimeAnalyticsView = {
  activeUsers: 0,
  pageViews: 0,
  topPages: [],
  topCountries: [],
  countries: 0,
  devices: [],
  minutes: { from: new Date(0).toISOString(), views: [] },
  hours: { today: [], yesterday: [] },
  log: [],
  performance: { responses: null, delivery: null, eventLoop: 0, sockets: 0, memory: 0 },
  reportsVersion: '',
  updatedAt: new Date(0).toISOString(),
}

const NO_STATS: AdminStatsView = {
  totalUsers: 0,
  newUsersToday: 0,
  totalPosts: 0,
  newPostsToday: 0,
  totalReports: 0,
  pendingReports: 0,
  pendingAppeals: 0,
  activeUsers: 0,
  protection: false,
  seoScore: 100,
  updatedAt: new Date(0).toISOString(),
}

type Inside = Pick<BareGateway, 'people' | 'held' | 'followees' | 'sessions' | 'figures'>

const partsOf = (bare: Inside): GatewayParts => ({
  sessions: sessionOfHeader(bare),
  readSession: async (id) => bare.sessions.get(id) ?? null,
  async loadViewer(id) {
    const [found, { held }] = [bare.people.get(id) ?? null, bare]
    bare.held = null
    await held
    return found
  },
  followeeIds: async (userId) => bare.followees.get(userId) ?? [],
  isFollowing: async (userId, otherId) => (bare.followees.get(userId) ?? []).includes(otherId),
  trendingTags: async () => [],
  forgetTags: () => undefined,
  acceptsMessagesFrom: async () => true,
  otherPersonIn: () => Promise.reject(new Error('There are no conversations here')),
  membersOf: async () => null,
  announcement: async () => ({ text: null, rev: 0 }),
  adminStats: async () => NO_STATS,
  pending: async () => ({ reports: 0, appeals: 0, updatedAt: new Date(0).toISOString() }),
  monitorStatus: async () => NO_STATUS,
  alerts: () => Promise.reject(new Error('There are no alerts here')),
  serverMap: async () => ({ at: new Date(0).toISOString(), pipes: [], queue: null, openAlerts: 0 }),
  analytics: {
    describeVisitor: () => ({ key: 'somebody', country: 'Unknown', device: 'desktop' }),
    recordPageView: (_visitor, { path }) => ({ page: path, source: 'direct' }),
    recordEvent() {},
    recordActivity() {},
    realtimeAnalytics: async () => bare.figures,
  },
})

const sessionOfHeader =
  ({ sessions }: Inside): RequestHandler =>
  (req: Request, _res, next) => {
    const id = String(req.headers['x-session'] ?? '')
    Object.assign(req, { session: sessions.get(id) ?? {}, sessionID: id })
    next()
  }

let opened = 0

function openSession(
  sessions: Map<string, SessionData>,
  people: Map<string, Viewer>,
  userId: string,
): { 'x-session': string } {
  const id = `session-${(opened += 1)}`
  if (!people.has(userId)) people.set(userId, newcomer(userId))
  sessions.set(id, {
    cookie: {} as SessionData['cookie'],
    passport: { user: userId },
    epoch: 0,
    startedAt: Date.now(),
  })
  return { 'x-session': id }
}

const newcomer = (id: string): Viewer => ({
  id,
  handle: `h${id.slice(-6)}`,
  displayName: 'Somebody',
  avatarUrl: null,
  isAdmin: false,
  isModerator: false,
  isCounted: true,
  sessionEpoch: 0,
  blocked: new Set(),
  blockedBy: new Set(),
  muted: new Set(),
  quiet: [],
  pushes: false,
  requestNotices: false,
  messagesFrom: 'everyone',
  hidesReads: false,
  hidesTyping: false,
})

/** Ids in the database's form. */
export const idOf = (n: number): string => n.toString(16).padStart(24, '0')
