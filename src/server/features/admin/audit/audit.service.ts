import { trusted } from 'mongoose'
import type { AuditEntryView, AuditQuery } from '#contract/admin.ts'
import type { ActorView } from '#contract/people.ts'
import { PAGE } from '#contract/limits.ts'
import { loadActors, loadActorsByHandle, onNewCard } from '#server/features/people/users/people.service.ts'
import { AUDIT_INDEXES, AuditModel, type AuditDocument } from '#server/shared/audit/audit.model.ts'
import { bus } from '#server/platform/bus.ts'

/** A page of the audit log, newest first. Skeleton, hydrate, present: every admin may see every entry. */
export async function listAudit(query: AuditQuery): Promise<AuditEntryView[]> {
  const entries = await skeleton(query)
  return present(entries, await hydrateActors(entries))
}

async function skeleton({ cursor, admin, action }: AuditQuery): Promise<AuditDocument[]> {
  const adminId = admin === undefined ? undefined : await idOf(admin)
  if (adminId === null) return []
  const index = AUDIT_INDEXES[adminId && action ? 'both' : adminId ? 'admin' : action ? 'action' : 'all']
  const filter = {
    ...(adminId && { adminId }),
    ...(action && { action }),
    ...(cursor && { _id: trusted({ $lt: cursor }) }),
  }
  return AuditModel.find(filter).hint(index).sort({ _id: -1 }).limit(PAGE.rows).lean<AuditDocument[]>()
}

async function idOf(handle: string): Promise<string | null> {
  const wanted = handle.trim().replace(/^@/, '').toLowerCase()
  return (await loadActorsByHandle([wanted])).get(wanted)?.id ?? null
}

/** The people that the entries are about, by id. */
function hydrateActors(entries: readonly AuditDocument[]): Promise<Map<string, ActorView>> {
  const ids = entries.flatMap(({ adminId, target }) => [
    adminId,
    ...(target.type === 'user' && target.id ? [target.id] : []),
  ])
  return loadActors(ids.map((id) => id.toHexString()))
}

const present = (
  entries: readonly AuditDocument[],
  actors: ReadonlyMap<string, ActorView>,
): AuditEntryView[] =>
  entries.map(({ _id, adminId, action, target, before, after, at }) => ({
    id: _id.toHexString(),
    admin: actors.get(adminId.toHexString()) ?? null,
    action,
    target: {
      type: target.type,
      id: target.id?.toHexString() ?? null,
      person: (target.id && actors.get(target.id.toHexString())) ?? null,
    },
    before,
    after,
    at: at.toISOString(),
  }))

/** Pushes each new entry with the names of the people it is about. */
export const presentAudit = (): (() => void) =>
  bus.onLocal('audit:recorded', async ({ entryIds }) => {
    const ids = { _id: trusted({ $in: [...entryIds] }) }
    await push(await AuditModel.find(ids).sort({ _id: -1 }).lean<AuditDocument[]>())
  })

async function push(entries: readonly AuditDocument[]): Promise<void> {
  for (const entry of present(entries, await hydrateActors(entries))) bus.emit('audit:added', { entry })
}

/** At most so many entries are pushed after a rename: the newest, which may be on a screen. */
const MAX_PUSHED = 100

/** Pushes a person's new name and picture with the entries that name them (LIVE L21). */
export const refreshAudit = (): (() => void) =>
  onNewCard(async ({ id }) => {
    const entries = await AuditModel.find({ $or: [{ adminId: id }, { 'target.id': id }] })
      .sort({ _id: -1 })
      .limit(MAX_PUSHED)
      .lean<AuditDocument[]>()
    await push(entries)
  })
