import { z } from 'zod'
import { MESSAGES } from './errors.ts'
import { isStorable, isVisible } from './text.ts'

/** A document's id on the wire: 24 hexadecimal digits. Anything else is a 404 before it reaches a query. */
export const Id = z
  .string()
  .regex(/^[0-9a-f]{24}$/, MESSAGES.notFound)
  .meta({ id: 'Id' })
export type Id = z.infer<typeof Id>

/** ISO 8601 in UTC with milliseconds. */
export const Timestamp = z.iso.datetime({ precision: 3 }).meta({ id: 'Timestamp' })

/** A text before it was edited, and since when it stood. */
export const TextVersionView = z.object({ text: z.string(), at: Timestamp }).meta({ id: 'TextVersion' })
export type TextVersionView = z.infer<typeof TextVersionView>

/** Raised by every change of a stored document (LIVE L2). */
export const Rev = z.int().nonnegative()

/**
 * Cursor of a list that is not ordered by time; its content is the server's own. A folded name of 50
 * characters takes 2,400.
 */
export const PlaceCursor = z
  .string()
  .max(3000, MESSAGES.badCursor)
  .regex(/^[\w-]+$/, MESSAGES.badCursor)

/** Position in a sequence without gaps that starts at 1 (LIVE L6). */
export const Seq = z.int().positive()

/** Created by the client for each write; the same id is the same write for ever (LIVE L5). */
export const ClientId = z.uuid()

/**
 * Lengths are UTF-16 units, as an input's maxlength counts them. zod counts code points, as JSON Schema does:
 * its own limit stays for the documentation, and to reject a megabyte before any pattern runs.
 */
export const atMost = (max: number, error: string) => (schema: z.ZodString) =>
  schema.max(max, { error, abort: true }).refine((text) => text.length <= max, { error, abort: true })

/** At least so many UTF-16 units. */
export const atLeast = (min: number, error: string) => (schema: z.ZodString) =>
  schema.refine((text) => text.length >= min, { error, abort: true })

interface TextRules {
  max: number
  /** Message when longer than `max` UTF-16 units. */
  tooLong: string
  /** Message when blank; absent where blank is allowed. */
  empty?: string
}

/** Text written by a person. The length is checked first, so that no other pattern runs on a megabyte. */
export const personText = ({ max, tooLong, empty }: TextRules) =>
  atMost(
    max,
    tooLong,
  )(z.string(empty ?? MESSAGES.invalidInput).overwrite((text) => text.replaceAll('\r\n', '\n')))
    .refine(isStorable, { error: MESSAGES.brokenText, abort: true })
    .refine((text) => empty === undefined || isVisible(text), { error: empty })
