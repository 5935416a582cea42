import type { Feature } from '#server/platform/feature.ts'
import { eraseFollows } from './follows/follows.departure.ts'
import { exportedFollows } from './follows/follows.export.ts'
import { FollowModel } from './follows/follows.model.ts'
import { followRoutes } from './follows/follows.routes.ts'
import { keepFolloweesFresh } from './follows/follows.subscriber.ts'
import { eraseRelations } from './relations/relations.departure.ts'
import { exportedRelations } from './relations/relations.export.ts'
import { RelationModel } from './relations/relations.model.ts'
import { relationRoutes } from './relations/relations.routes.ts'
import { UserModel } from './users/users.model.ts'
import { userRoutes } from './users/users.routes.ts'
import { keepViewersFresh } from './users/users.subscriber.ts'
import { moderatedPerson } from './users/users.moderation.ts'

export const people: Feature = {
  name: 'people',
  routes: [...userRoutes, ...followRoutes, ...relationRoutes],
  collections: [UserModel, FollowModel, RelationModel],
  listeners: [keepViewersFresh, keepFolloweesFresh],
  erases: [eraseFollows, eraseRelations],
  exports: {
    following: { rows: (id) => exportedFollows(id, 'followerId'), ofPeople: true },
    followers: { rows: (id) => exportedFollows(id, 'followeeId'), ofPeople: true },
    muted: { rows: (id) => exportedRelations(id, 'mute'), ofPeople: true },
    blocked: { rows: (id) => exportedRelations(id, 'block'), ofPeople: true },
  },
  moderates: { user: moderatedPerson },
}
