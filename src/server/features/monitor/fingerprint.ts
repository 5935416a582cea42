import { createHash } from 'node:crypto'
import { redact } from '#server/platform/redact.ts'

/** An error without personal data. */
export interface Description {
  /** The error's class. */
  name: string
  /** Without addresses, tokens, numbers or people's texts (SECURITY, Logs). */
  message: string
  /** `file function` of the first line of our own code; null when unknown. */
  where: string | null
}

/** An error that an ended process has described. */
export class Described extends Error {
  readonly description: Description
  constructor({ name, message, where }: Description) {
    super(message)
    this.description = { name, message, where }
  }
}

/** Describes whatever was thrown. */
export function describe(error: unknown): Description {
  if (error instanceof Described) return error.description
  const { name, message, stack } =
    error instanceof Error ? error : { name: 'Thrown', message: String(error), stack: '' }
  return { name: nameOf(name), message: redact(message), where: ownFrame(stack ?? '') }
}

/** The same for errors of the same class, message and place, whatever their numbers and names. */
export const fingerprintOf = (kind: string, { name, message, where }: Description): string =>
  createHash('sha256').update([kind, name, message, where].join('|')).digest('base64url').slice(0, 22)

const nameOf = (name: unknown): string =>
  typeof name === 'string' && /^\w{1,50}$/.test(name) ? name : 'Error'

const FRAME =
  /^\s*(?:at )?(?:(?:async )?([\w.$<>[\] ]{1,80}?)(?: \[as [\w.$]{1,40}\])? ?[(@])?([^\s()]{1,400}?):\d+:\d+\)?$/
const OWN_SERVER = /\/(src\/(?:server|realtime|contract)\/[\w./-]+\.ts)$/
/** A built file without the hash in its name, so that it stays the same after the next build. */
const OWN_PAGE = /\/(assets\/[\w.~-]+?)(?:-[\w-]{8})?(\.js)$/

/**
 * The first line of a stack that is our own code; without line numbers, which change with every edit above.
 */
export function ownFrame(stack: string): string | null {
  for (const line of stack.slice(0, 8_000).split('\n').slice(0, 40)) {
    const [, name, file = ''] = FRAME.exec(line) ?? []
    const own = OWN_SERVER.exec(file)?.[1] ?? OWN_PAGE.exec(file)?.slice(1).join('')
    if (own && !own.endsWith('platform/logger.ts')) return [own, name?.trim()].filter(Boolean).join(' ')
  }
  return null
}
