import { parse as parseSearch } from 'node:querystring'
import type { Request, RequestHandler, Response } from 'express'
import { match, type MatchFunction } from 'path-to-regexp'
import { BatchInput, BatchView } from '#contract/batch.ts'
import { badRequest, notFound } from '../errors.ts'
import { consumeRate } from '../rate-limit.ts'
import { createRounds } from '../rounds.ts'
import { rawJson, type Answer } from './answer.ts'
import { toHttpError } from './error-handler.ts'
import { isRead, routesOf, runRead, type RouteSpec } from './route.ts'

/** How long a batch waits for others, so that their reads share commands, ms. */
const LONGEST_ROUND_MS = 50

/** Lets in together the batches that come together, before the session is read. */
export function inRounds(): RequestHandler {
  const rounds = createRounds(LONGEST_ROUND_MS)
  return async (_req, res, next) => {
    const leave = await rounds.enter()
    // When the answer is complete, not when it has been read: a slow client holds up nobody.
    res.once('prefinish', leave)
    res.once('close', leave)
    if (res.closed) leave()
    next()
  }
}

const route = routesOf({ tag: 'batch', access: 'visitor' })
type Read = BatchInput['reads'][number]
type Part = Omit<BatchView[number], 'body'> & { json?: string | Buffer }

interface Target {
  spec: RouteSpec
  matches: MatchFunction<Record<string, string>>
}

/**
 * `POST /api/batch`: several reads in one request, so that a page that comes back costs one request, one
 * session and one account. Each read has its own rate limit, access check, validation and error.
 */
export function batchRoute(routes: readonly RouteSpec[]): RouteSpec {
  const targets = routes
    .filter(isRead)
    .map((spec): Target => ({ spec, matches: match(`/api${spec.path}`, { decode }) }))
  return route.post('/batch', {
    summary: 'Several GET calls in one request; their answers, in their order',
    limit: 'read',
    body: BatchInput,
    answers: { 200: BatchView },
    handle: async ({ body, req, res }) => {
      const parts = await Promise.all(body.reads.map((read) => answerRead(targets, read, req, res)))
      return rawJson(joined(parts))
    },
  })
}

async function answerRead(
  targets: readonly Target[],
  { path, etag }: Read,
  req: Request,
  res: Response,
): Promise<Part> {
  const { pathname, search } = split(path)
  try {
    for (const { spec, matches } of targets) {
      const found = matches(pathname)
      if (!found) continue
      await consumeRate(spec.limit, req)
      return partOf(await runRead(spec, { params: found.params, query: parseSearch(search), req, res }), etag)
    }
    throw notFound()
  } catch (error) {
    const { status, message, headers } = toHttpError(error, { method: 'GET', path: pathname }, res)
    return { status, message, ...(headers['Retry-After'] && { retryAfter: headers['Retry-After'] }) }
  }
}

function split(path: string): { pathname: string; search: string } {
  const end = path.includes('?') ? path.indexOf('?') : path.length
  return { pathname: path.slice(0, end), search: path.slice(end + 1) }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw badRequest()
  }
}

function partOf({ status, content }: Answer, known: string | undefined): Part {
  if (!content) throw notFound()
  const { etag, json } = content
  if (!etag) return { status, json: json() }
  return etag === known ? { status: 304, etag } : { status, etag, json: json() }
}

/** The bodies are serialised already, and are not parsed in order to be serialised again. */
function joined(parts: readonly Part[]): Buffer {
  const pieces = parts.flatMap(({ json, ...head }, at) => [
    Buffer.from(`${at === 0 ? '[' : ','}${JSON.stringify(head).slice(0, -1)}`),
    ...(json === undefined ? [] : [Buffer.from(',"body":'), Buffer.from(json as string)]),
    Buffer.from('}'),
  ])
  return Buffer.concat([...pieces, Buffer.from(']')])
}
