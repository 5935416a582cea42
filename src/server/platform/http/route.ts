import express, { type Request, type RequestHandler, type Response, type Router } from 'express'
import type { z } from 'zod'
import { MESSAGES } from '#contract/errors.ts'
import { suspendedUntil } from '#contract/moderation.constants.ts'
import { HttpError, badRequest, forbidden, notFound, unauthorised } from '../errors.ts'
import { assertProven } from '../proof.ts'
import { recordSecurityEvent } from '../security-events.ts'
import { limitRate, type CallLimit } from '../rate-limit.ts'
import { assertConfirmed, isStaff, type Viewer } from '../viewer.ts'
import { parse, parseBody, parseQuery } from './validate.ts'
import { allowLongBody } from './body.ts'
import { hasManyParts } from './json-parts.ts'
import { done, isAnswer, ok, type Answer } from './answer.ts'
import { clock } from '../clock.ts'

/** moderator: and admins. */
type Access = 'visitor' | 'user' | 'moderator' | 'admin'
type Schema = z.ZodType | undefined
type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined

type Answers = Record<number, z.ZodType | null>
type View<R extends Answers> = R[200] extends z.ZodType ? z.output<R[200]> : never
type Handled<R extends Answers> =
  | Answer
  | (200 extends keyof R ? View<R> : never)
  | (204 extends keyof R ? void : never)

/** The handler's input, already validated. `viewer` is null only where visitors are allowed. */
export interface RouteContext<A extends Access, P, Q, B> {
  viewer: A extends 'visitor' ? Viewer | null : Viewer
  params: Parsed<P>
  query: Parsed<Q>
  body: Parsed<B>
  req: Request
  res: Response
}

/**
 * One call of the REST contract: its input, who may call it, its responses. The order is always session, rate
 * limit, access, JSON, validation, handler, response, so that a refusal costs no parsing. OpenAPI is
 * generated from the same list.
 */
export interface RouteSpec<
  A extends Access = Access,
  P extends Schema = Schema,
  Q extends Schema = Schema,
  B extends Schema = Schema,
  R extends Answers = Answers,
> {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** Express path under /api, for instance '/posts/:postId'. */
  path: string
  summary: string
  tag: string
  access: A
  limit: CallLimit
  /** Allowed for suspended people: it informs nobody else. */
  whileSuspended?: true
  /** Needs a proof of identity within the last ten minutes: a stolen or open session alone is not enough. */
  proof?: 'recent'
  /** Needs a confirmed address: always, or depending on the body. */
  afterConfirmation?: true | ((body: Parsed<B>) => boolean)
  /** Needs a token in the Authorization header, which the handler checks. */
  bearer?: true
  /** The body is a file, which may take longer than other bodies. */
  takesFile?: true
  params?: P
  query?: Q
  body?: B
  /** Schema of each success response by status; null without a body. */
  answers: R
  /** Resolves to the view of a 200, to nothing for a 204, or to any other answer. */
  handle: (context: RouteContext<A, P, Q, B>) => Promise<Handled<R>>
}

type Method = RouteSpec['method']

/** What several calls have in common. */
type Shared = Partial<Omit<RouteSpec, 'method' | 'path' | 'handle'>> & Pick<RouteSpec, 'tag'>

/** The rest of a declaration. A call may differ from what it shares. */
type Rest<S, Spec> = Omit<Spec, 'method' | 'path' | keyof S> & Partial<Pick<Spec, keyof S & keyof Spec>>

type Declare<S extends Shared> = <
  A extends Access = S extends { access: Access } ? S['access'] : Access,
  P extends Schema = S extends { params: z.ZodType } ? S['params'] : undefined,
  Q extends Schema = undefined,
  B extends Schema = undefined,
  R extends Answers = S extends { answers: Answers } ? S['answers'] : Answers,
>(
  path: string,
  rest: Rest<S, RouteSpec<A, P, Q, B, R>>,
) => RouteSpec

/** Declares calls with what they share: `route.get('/posts', {...})`. */
export function routesOf<const S extends Shared>(shared: S): Record<Method, Declare<S>> {
  const declare =
    (method: Method): Declare<S> =>
    (path, rest) =>
      // The type of each call has told that nothing is missing.
      ({ ...shared, ...rest, method, path }) as unknown as RouteSpec
  return {
    get: declare('get'),
    post: declare('post'),
    put: declare('put'),
    patch: declare('patch'),
    delete: declare('delete'),
  }
}

/**
 * Mounts the routes on a router. Express tries the routes of a router one after the other, so the routes below each
 * first part of a path ('/posts') are a router of their own. Express 5 forwards rejections to the error handler.
 */
export function mount(router: Router, routes: readonly RouteSpec[]): void {
  const byPart = new Map<string, Router>()
  for (const spec of routes) {
    const part = firstPart(spec.path)
    const own = byPart.get(part) ?? express.Router()
    byPart.set(part, own)
    const chain = [
      ...(spec.takesFile ? [allowLongBody] : []),
      limitRate(spec.limit),
      admission(spec),
      ...(spec.body ? [parseJson] : []),
      handler(spec),
    ]
    own[spec.method](spec.path, ...chain)
  }
  router.use((req, res, next) => {
    const own = byPart.get(firstPart(req.path))
    if (own) own(req, res, next)
    else next()
  })
}

// Express does not distinguish capital letters in paths.
const firstPart = (requestPath: string): string => (requestPath.split('/', 2)[1] ?? '').toLowerCase()

// Large enough that too long input fails by its schema, with its message, and not in the parser. Packed bodies are
// refused: no client sends them, and a few bytes would become two megabytes.
const parseJson = express.json({
  limit: '2mb',
  inflate: false,
  verify(_req, _res, bytes, charset) {
    // JSON is UTF-8 (RFC 8259). In UTF-7 its parts could not be counted.
    if (charset !== 'utf-8') throw new HttpError(415, MESSAGES.jsonOnly)
    if (hasManyParts(bytes, MOST_PARTS)) throw badRequest()
  },
})

/**
 * No call needs a tenth of them; a text of the blog may have some thousand commas. Two megabytes of nested lists would
 * hold up everybody for a fifth of a second; of text they take a few ms.
 */
const MOST_PARTS = 20_000

const admission =
  (spec: RouteSpec): RequestHandler =>
  (req, _res, next) => {
    admit(spec, req)
    next()
  }

function handler(spec: RouteSpec): RequestHandler {
  return async (req, res) => {
    const answer = await run(spec, { params: req.params, query: req.query, req, res })
    await answer.send(req, res)
  }
}

/** Whether a batch may contain the call: a GET that answers with JSON. */
export const isRead = ({ method, answers }: RouteSpec): boolean => method === 'get' && answers[200] != null

interface Input {
  params: unknown
  query: Record<string, unknown>
  /** Of a read in a batch: the request of the batch. */
  req: Request
  res: Response
}

/** Runs one read of a batch, with the same checks as a call of its own. Its rate was counted before. */
export async function runRead(spec: RouteSpec, input: Input): Promise<Answer> {
  admit(spec, input.req)
  return run(spec, input)
}

/** Validates the input and calls the handler. Access was checked before. */
async function run(spec: RouteSpec, input: Input): Promise<Answer> {
  const { req, res } = input
  // Null only where visitors are allowed; others were refused before.
  const viewer = (req.user ?? null) as Viewer
  // A malformed id cannot exist: 404, not 400 (SECURITY, bad inputs).
  const params = parse(spec.params, input.params, notFound)
  const query = parseQuery(spec.query, input.query)
  const body = parseBody(spec.body, req)
  if (spec.afterConfirmation === true || spec.afterConfirmation?.(body)) assertConfirmed(viewer)
  const handled = await spec.handle({ viewer, params, query, body, req, res })
  if (isAnswer(handled)) return handled
  return handled === undefined ? done() : ok(handled)
}

function admit({ access, method, whileSuspended, proof }: RouteSpec, req: Request): void {
  const viewer = req.user ?? null
  if (access !== 'visitor' && !viewer) throw unauthorised()
  if ((access === 'admin' && !viewer?.isAdmin) || (access === 'moderator' && !isStaff(viewer))) {
    recordSecurityEvent({ event: 'admin-call', outcome: 'refused', userId: viewer?.id ?? null, req })
    throw forbidden(viewer?.crownWaits && MESSAGES.secondFactorFirst)
  }
  const writes = method !== 'get' && method !== 'delete' && access !== 'visitor' && !whileSuspended
  if (writes && viewer?.suspendedUntil && viewer.suspendedUntil > clock.now())
    throw forbidden(suspendedUntil(new Date(viewer.suspendedUntil)))
  if (proof) assertProven(req)
}
