import { config } from '#server/platform/config.ts'

const TIMEOUT_MS = 5_000

/**
 * Sends a command to the Groonga server of SEARCH_URL and returns its result; `rows` are what a `load` stores. Throws
 * when it does not answer in time, or refuses.
 */
export async function groonga<T = unknown>(
  command: string,
  parameters: Readonly<Record<string, string>> = {},
  { rows, signal }: { rows?: readonly object[]; signal?: AbortSignal | undefined } = {},
): Promise<T> {
  const asked = new URL(`/d/${command}`, config.SEARCH_URL)
  if (rows) asked.search = new URLSearchParams(parameters).toString()
  const late = AbortSignal.timeout(TIMEOUT_MS)
  const answer = await fetch(asked, {
    method: 'POST',
    body: rows ? JSON.stringify(rows) : new URLSearchParams(parameters),
    ...(rows && { headers: { 'content-type': 'application/json' } }),
    signal: signal ? AbortSignal.any([signal, late]) : late,
  })
  // [[code, begun, seconds, reason, ...], result]
  const [[code, , , reason], result] = (await answer.json()) as [[number, number, number, string?], T]
  if (code !== 0) throw new Error(`Groonga refused '${command}' (${code}): ${reason ?? 'without a reason'}`)
  return result
}

/** A text in a filter. */
export const quoted = (text: string): string => JSON.stringify(text)
