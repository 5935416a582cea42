import { applyPending } from '#client/features/account/data/viewer/viewer.store.ts'
import type { LiveEvent } from '#client/live/registry.ts'
import { asAuditRow, auditRows } from './audit-rows.ts'
import { queuedRows } from './queued-rows.ts'
import { peopleRows } from './people-rows.ts'
import { caseRows, reportRows } from './reports-rows.ts'
import { applyRecount } from './site-settings.store.ts'
import { adminStats } from './stats.store.ts'

export const onAdminStats = ({ stats }: LiveEvent<'admin:stats'>): void => adminStats.apply(stats)

export const onPendingUpdated = ({ pending }: LiveEvent<'pending:updated'>): void => applyPending(pending)

export const onPersonUpdated = ({ person }: LiveEvent<'person:updated'>): void => peopleRows.push(person)
export const onPersonDeleted = (tombstone: LiveEvent<'person:deleted'>): void =>
  peopleRows.markDeleted(tombstone)

export const onReportUpdated = ({ report }: LiveEvent<'report:updated'>): void => reportRows.push(report)
export const onReportDeleted = (tombstone: LiveEvent<'report:deleted'>): void =>
  reportRows.markDeleted(tombstone)
export const onCaseUpdated = (event: LiveEvent<'case:updated'>): void => caseRows.push(event.case)
export const onCaseDeleted = (tombstone: LiveEvent<'case:deleted'>): void => caseRows.markDeleted(tombstone)

export const onAuditAdded = ({ entry }: LiveEvent<'audit:added'>): void => auditRows.push(asAuditRow(entry))

export const onRecountUpdated = ({ report }: LiveEvent<'recount:updated'>): void => applyRecount(report)

export const onHeldAdded = ({ held }: LiveEvent<'held:added'>): void => queuedRows.push(held)
export const onHeldDeleted = (tombstone: LiveEvent<'held:deleted'>): void => queuedRows.markDeleted(tombstone)
