import type { CaseView, OwnCaseView } from '#contract/moderation.ts'
import { loadActors } from '#server/features/people/users/people.service.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import { clock } from '#server/platform/clock.ts'
import type { CaseDocument } from './moderation.model.ts'

const decided = ({
  _id,
  action,
  reason,
  note,
  targetType,
  text,
  until,
  createdAt,
  appealBy,
  appeal,
  rev,
}: CaseDocument) => ({
  id: _id.toHexString(),
  action,
  reason,
  note,
  targetType,
  text,
  until: until?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
  appealBy: appealBy.toISOString(),
  appeal: appeal && {
    text: appeal.text,
    at: appeal.at.toISOString(),
    readAt: (appeal.readAt ?? appeal.decidedAt)?.toISOString() ?? null,
    status: appeal.status,
    decidedAt: appeal.decidedAt?.toISOString() ?? null,
  },
  rev,
})

/** Hydrates and presents cases. */
export async function presentCases(cases: readonly CaseDocument[]): Promise<CaseView[]> {
  const actors = await loadActors(
    cases.flatMap(({ personId, adminId }) => [personId.toHexString(), adminId.toHexString()]),
  )
  return cases.map((one) => ({
    ...decided(one),
    targetId: one.targetId.toHexString(),
    person: actors.get(one.personId.toHexString()) ?? null,
    admin: actors.get(one.adminId.toHexString()) ?? null,
  }))
}

/** A case as the person concerned sees it. */
export const presentOwnCase = (one: CaseDocument): OwnCaseView => ({
  ...decided(one),
  canAppeal: canAppeal(one),
})

/** Tells the dashboards and the pages of the person concerned that a case is new or has changed. */
export async function announceCase(to: Pick<Transaction, 'emit'>, one: CaseDocument): Promise<CaseView> {
  const [view] = await presentCases([one])
  to.emit('case:updated', { case: view! })
  to.emit('own-case:updated', { userId: one.personId.toHexString(), case: presentOwnCase(one) })
  return view!
}

/** Once, within 30 days. */
export const canAppeal = ({ appeal, appealBy }: Pick<CaseDocument, 'appeal' | 'appealBy'>): boolean =>
  appeal === null && appealBy.getTime() > clock.now()
