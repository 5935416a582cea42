import { z } from 'zod'
import { LIMITS } from './limits.ts'

/** Several GET calls of this contract in one request: what a page fetches again after it was away (LIVE L7). */
export const BatchInput = z.object({
  reads: z
    .array(
      z.object({
        /** Path and query, as in a call of its own. */
        path: z.string().startsWith('/api/').max(2048),
        /** The ETag of the answer that the page has; when it still holds, the answer is 304 without a body. */
        etag: z.string().max(200).optional(),
      }),
    )
    .min(1)
    .max(LIMITS.batchReads),
})
export type BatchInput = z.output<typeof BatchInput>

/** The answers, in the order of the reads. Each is what the call of its own would answer. */
export const BatchView = z.array(
  z.object({
    status: z.number(),
    etag: z.string().optional(),
    /** With status 200. */
    body: z.unknown().optional(),
    /** The message of an error. */
    message: z.string().optional(),
    /** How long to wait before the next try, seconds. */
    retryAfter: z.string().optional(),
  }),
)
export type BatchView = z.output<typeof BatchView>
