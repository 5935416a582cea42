import { RelationStatusView } from '#contract/people.ts'
import { PersonParams } from '#server/features/people/users/users.params.ts'
import { ok } from '#server/platform/http/answer.ts'
import { route } from '#server/platform/http/route.ts'
import type { RelationKind } from './relations.model.ts'
import { hidePerson, unhidePerson } from './relations.service.ts'

const common = {
  tag: 'relations',
  access: 'user',
  limit: 'write',
  whileSuspended: true,
  params: PersonParams,
  answers: { 200: RelationStatusView },
} as const

const callsFor = (kind: RelationKind) => [
  route({
    ...common,
    method: 'post',
    path: `/users/:id/${kind}`,
    summary: kind === 'mute' ? 'Mute a person' : 'Block a person',
    handle: async ({ viewer, params }) => ok(await hidePerson(viewer, params.id, kind)),
  }),
  route({
    ...common,
    method: 'delete',
    path: `/users/:id/${kind}`,
    summary: kind === 'mute' ? 'Mute a person no longer' : 'Block a person no longer',
    handle: async ({ viewer, params }) => ok(await unhidePerson(viewer, params.id, kind)),
  }),
]

export const relationRoutes = [...callsFor('mute'), ...callsFor('block')]
