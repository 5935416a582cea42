import type { Feature } from '#server/platform/feature.ts'
import { FollowModel } from './follows/follows.model.ts'
import { eraseFollows, exportedFollows } from './follows/follows.personal-data.ts'
import { followRoutes } from './follows/follows.routes.ts'
import { keepFolloweesFresh } from './follows/follows.subscriber.ts'
import { RelationModel } from './relations/relations.model.ts'
import { eraseRelations, exportedRelations } from './relations/relations.personal-data.ts'
import { relationRoutes } from './relations/relations.routes.ts'
import { UserModel } from './users/users.model.ts'
import { moderatedPerson } from './users/users.moderation.ts'
import { userRoutes } from './users/users.routes.ts'
import { keepViewersFresh } from './users/users.subscriber.ts'

export const people: Feature = {
  name: 'people',
  routes: [...userRoutes, ...followRoutes, ...relationRoutes],
  collections: [UserModel, FollowModel, RelationModel],
  listeners: [keepViewersFresh, keepFolloweesFresh],
  erasesLast: [eraseFollows, eraseRelations],
  exports: {
    following: { rows: (id) => exportedFollows(id, 'followerId'), ofPeople: true },
    followers: { rows: (id) => exportedFollows(id, 'followeeId'), ofPeople: true },
    muted: { rows: (id) => exportedRelations(id, 'mute'), ofPeople: true },
    blocked: { rows: (id) => exportedRelations(id, 'block'), ofPeople: true },
  },
  moderates: { user: moderatedPerson },
}
