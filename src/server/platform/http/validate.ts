import type { Request } from 'express'
import type { z } from 'zod'
import { MESSAGES } from '#contract/errors.ts'
import { HttpError, badRequest } from '../errors.ts'
import { hasBody } from './body.ts'

// Used where a schema names no message of its own: zod's words ("Invalid input: expected string") are for
// developers.
const otherwise = { error: () => MESSAGES.invalidInput }

/**
 * Checks what came in. The answer to invalid input is the message of the first broken rule. Unknown fields are
 * dropped (DECISIONS row 36).
 */
export function parse(
  schema: z.ZodType | undefined,
  value: unknown,
  refuse: (message?: string) => HttpError = badRequest,
): unknown {
  if (!schema) return undefined
  const parsed = schema.safeParse(value, otherwise)
  if (parsed.success) return parsed.data
  throw refuse(parsed.error.issues[0]?.message)
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
