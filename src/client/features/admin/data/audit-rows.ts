import type { AuditAction } from '#contract/admin.constants.ts'
import type { AuditEntryView } from '#contract/admin.ts'
import { api } from '#client/live/http.ts'
import { createRows } from '#client/live/rows.ts'

/** An entry has no revision: it changes only when an account that it names is erased. */
export type AuditRow = AuditEntryView & { rev: 1 }
export const asAuditRow = (entry: AuditEntryView): AuditRow => ({ ...entry, rev: 1 })

/** Entries of the audit log. */
export const auditRows = createRows<AuditRow>()

export const fetchAudit = async (
  narrowed: { admin?: string | undefined; action?: AuditAction | undefined },
  cursor: string | undefined,
  signal: AbortSignal,
) => (await api.get<AuditEntryView[]>('/api/admin/audit', { ...narrowed, cursor }, signal)).map(asAuditRow)
