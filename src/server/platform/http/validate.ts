import type { Request } from 'express'
import type { z } from 'zod'
import { BLOG_MESSAGES } from '#contract/blog.constants.ts'
import { MESSAGES } from '#contract/errors.ts'
import { MEDIA_MESSAGES } from '#contract/media.constants.ts'
import { MODERATION_MESSAGES } from '#contract/moderation.constants.ts'
import { HttpError, badRequest } from '../errors.ts'
import { hasBody } from './body.ts'

/**
 * Checks what came in; the first broken rule's sentence is the answer. Unknown fields are dropped (DECISIONS
 * row 36).
 */
export function parse(
  schema: z.ZodType | undefined,
  value: unknown,
  refuse: (sentence?: string) => HttpError = badRequest,
): unknown {
  if (!schema) return undefined
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw refuse(sentence(parsed.error.issues[0]))
}

/**
 * A query's values are texts (`known[x]=1` would be an object elsewhere): one that pretends to more is
 * refused, not dropped.
 */
export function parseQuery(schema: z.ZodType | undefined, query: Record<string, unknown>): unknown {
  if (schema && Object.keys(query).some((name) => name.includes('['))) throw badRequest()
  return parse(schema, query)
}

/** A body exists only where the contract has one, and is JSON. */
export function parseBody(schema: z.ZodType | undefined, req: Request): unknown {
  if (!schema) return undefined
  if (req.body === undefined && !req.is('application/json'))
    throw new HttpError(hasBody(req) ? 415 : 400, hasBody(req) ? MESSAGES.jsonOnly : MESSAGES.invalidInput)
  return parse(schema, req.body)
}

const ours: ReadonlySet<string> = new Set<string>([
  ...Object.values(MESSAGES),
  ...Object.values(MEDIA_MESSAGES),
  ...Object.values(BLOG_MESSAGES),
  ...Object.values(MODERATION_MESSAGES),
])

// zod's own words ("Invalid input: expected string") are for developers; ours end as sentences people can
// read.
const sentence = (issue: z.core.$ZodIssue | undefined): string =>
  issue && ours.has(issue.message) ? issue.message : MESSAGES.invalidInput
