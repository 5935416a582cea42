import { z } from 'zod'
import { AUDIT_ACTIONS, AUDIT_TARGETS } from './audit.facts.ts'
import { SENTENCES } from './errors.ts'
import { LIMITS } from './limits.ts'
import { Id, Timestamp } from './primitives.ts'
import { ActorView } from './users.ts'

const AuditAction = z.enum(
  AUDIT_ACTIONS.map(({ action }) => action),
  SENTENCES.invalidInput,
)

/** What was so before or after an action: a few plain values by their names, null where there was nothing. */
export const AuditState = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
  .nullable()
export type AuditState = z.infer<typeof AuditState>

/**
 * One line of the audit log (SECURITY, Admin): who, what, to what, before, after. Its `id` is the cursor that
 * continues after it.
 */
export const AuditEntryView = z
  .object({
    id: Id,
    /** Null: the admin's account is gone. */
    admin: ActorView.nullable(),
    action: AuditAction,
    /** `person`: whom it was done to, where that is a person who is still here. */
    target: z.object({ type: z.enum(AUDIT_TARGETS), id: Id.nullable(), person: ActorView.nullable() }),
    before: AuditState,
    after: AuditState,
    at: Timestamp,
  })
  .meta({ id: 'AuditEntry' })
export type AuditEntryView = z.infer<typeof AuditEntryView>

/** GET /api/admin/audit, newest first. `admin` is a handle; one that nobody bears finds nothing. */
export const AuditQuery = z.object({
  cursor: z
    .string()
    .regex(/^[0-9a-f]{24}$/, SENTENCES.badCursor)
    .optional(),
  admin: z
    .string()
    .max(LIMITS.handleMax + 1, SENTENCES.invalidInput)
    .optional(),
  action: AuditAction.optional(),
})
export type AuditQuery = z.infer<typeof AuditQuery>
