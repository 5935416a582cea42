import type { Feature } from '#server/shared/feature.ts'
import { AccountClaimModel } from './users/account-claims.model.ts'
import { recordLastSeen } from './users/accounts.service.ts'
import { FollowModel } from './follows/follows.model.ts'
import { eraseFollows, exportedFollows, eraseRelations, exportedRelations } from './people.personal-data.ts'
import { followRoutes, suggestionRoutes, userRoutes, relationRoutes } from './people.routes.ts'
import { invalidateFollowees } from './follows/follow-graph.service.ts'
import { invalidateSuggestions } from './suggestions/suggestions.service.ts'
import { RelationModel } from './relations/relations.model.ts'
import { UserModel } from './users/users.model.ts'
import { moderatedPerson } from './users/profiles.service.ts'
import { invalidateViewers } from './users/viewers.service.ts'

export const people: Feature = {
  name: 'people',
  routes: [...userRoutes, ...suggestionRoutes, ...followRoutes, ...relationRoutes],
  collections: [UserModel, AccountClaimModel, FollowModel, RelationModel],
  listeners: [invalidateViewers, invalidateFollowees, invalidateSuggestions, recordLastSeen],
  erasesLast: [eraseFollows, eraseRelations],
  exports: {
    following: { title: 'Following', rows: (id) => exportedFollows(id, 'followerId'), ofPeople: true },
    followers: { title: 'Followers', rows: (id) => exportedFollows(id, 'followeeId'), ofPeople: true },
    muted: { title: 'Muted', rows: (id) => exportedRelations(id, 'mute'), ofPeople: true },
    blocked: { title: 'Blocked', rows: (id) => exportedRelations(id, 'block'), ofPeople: true },
  },
  moderates: { user: moderatedPerson },
}
