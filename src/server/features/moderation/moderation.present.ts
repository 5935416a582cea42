import type { CaseView, OwnCaseView } from '#contract/moderation.ts'
import { loadActors } from '#server/features/people/users/people.service.ts'
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

/** Once, within 30 days. */
export const canAppeal = ({ appeal, appealBy }: Pick<CaseDocument, 'appeal' | 'appealBy'>): boolean =>
  appeal === null && appealBy.getTime() > Date.now()
