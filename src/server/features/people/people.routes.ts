import { z } from 'zod'
import { CurrentUserView } from '#contract/account.ts'
import {
  PeopleSearchQuery,
  ProfileView,
  UpdateProfileInput,
  UserListItem,
  FollowListItem,
  FollowListQuery,
  FollowStatusView,
  RelationStatusView,
  RelationView,
  SuggestionView,
} from '#contract/people.ts'
import { holdsLink } from '#contract/web-addresses.ts'
import { routesOf } from '#server/platform/http/route.ts'
import { searchPeople } from './users/people-search.service.ts'
import { suggestedPeople } from './suggestions/suggestions.service.ts'
import { endFirstSteps, profileOf, updateProfile } from './users/profiles.service.ts'
import { HandleParams, PersonParams } from './users/users-params.ts'
import { followedBy, followersOf, follow, followStatus, unfollow } from './follows/follows.service.ts'
import { rateLimit } from '#server/platform/rate-limit.ts'
import type { RelationKind } from './relations/relations.model.ts'
import { hiddenBy, hidePerson, relationWith, unhidePerson } from './relations/relations.service.ts'

const route = routesOf({ tag: 'users' })

export const userRoutes = [
  // Before the profile: its path would match 'search' as a handle.
  route.get('/users/search', {
    summary: 'People whose handle, or a word of whose name, starts with a text',
    access: 'visitor',
    limit: 'read',
    query: PeopleSearchQuery,
    answers: { 200: z.array(UserListItem) },
    handle: ({ viewer, query }) => searchPeople(query, viewer),
  }),
  route.get('/users/:handle', {
    summary: 'A profile',
    access: 'visitor',
    limit: 'read',
    params: HandleParams,
    answers: { 200: ProfileView },
    handle: ({ viewer, params }) => profileOf(params.handle, viewer),
  }),
  route.patch('/users/me', {
    summary: 'Change your own profile',
    access: 'user',
    limit: 'write',
    body: UpdateProfileInput,
    // A picture in the update counts as a file.
    afterConfirmation: ({ displayName, bio, avatarUrl, bannerUrl }) =>
      holdsLink(displayName, bio) || [avatarUrl, bannerUrl].some((url) => url?.startsWith('data:')),
    answers: { 200: CurrentUserView },
    handle: ({ viewer, body }) => updateProfile(viewer, body),
  }),
]

export const suggestionRoutes = [
  route.get('/users/me/suggested', {
    summary: 'People you may want to follow: of friends of friends, the most followed and the most active',
    access: 'user',
    limit: 'read',
    answers: { 200: z.array(SuggestionView) },
    handle: ({ viewer }) => suggestedPeople(viewer),
  }),
  route.delete('/users/me/newcomer', {
    summary: 'End the first steps of a new account',
    access: 'user',
    limit: 'write',
    answers: { 204: null },
    handle: ({ viewer }) => endFirstSteps(viewer),
  }),
]

const followRate = rateLimit('follows', 60, 60)

const toFollow = routesOf({ tag: 'follows', params: PersonParams })

export const followRoutes = [
  toFollow.post('/users/:id/follow', {
    summary: 'Follow a person',
    access: 'user',
    limit: followRate,
    answers: { 200: FollowStatusView },
    handle: ({ viewer, params }) => follow(viewer, params.id),
  }),
  toFollow.delete('/users/:id/follow', {
    summary: 'Unfollow a person',
    access: 'user',
    limit: followRate,
    answers: { 200: FollowStatusView },
    handle: ({ viewer, params }) => unfollow(viewer, params.id),
  }),
  toFollow.get('/users/:id/is-following', {
    summary: 'Whether you follow a person',
    access: 'visitor',
    limit: 'read',
    answers: { 200: FollowStatusView },
    handle: ({ viewer, params }) => followStatus(viewer, params.id),
  }),
  toFollow.get('/users/:id/followers', {
    summary: "A person's followers, newest first",
    access: 'visitor',
    limit: 'read',
    query: FollowListQuery,
    answers: { 200: z.array(FollowListItem) },
    handle: ({ viewer, params, query }) => followersOf(viewer, params.id, query.cursor),
  }),
  toFollow.get('/users/:id/following', {
    summary: 'The people that a person follows, newest first',
    access: 'visitor',
    limit: 'read',
    query: FollowListQuery,
    answers: { 200: z.array(FollowListItem) },
    handle: ({ viewer, params, query }) => followedBy(viewer, params.id, query.cursor),
  }),
]

const relation = routesOf({ tag: 'relations', access: 'user' })
const ofPerson = routesOf({
  tag: 'relations',
  access: 'user',
  limit: 'write',
  whileSuspended: true,
  params: PersonParams,
  answers: { 200: RelationStatusView },
})

const callsFor = (kind: RelationKind) => [
  relation.get(kind === 'mute' ? '/users/me/muted' : '/users/me/blocked', {
    summary:
      kind === 'mute' ? 'The people whom you mute, newest first' : 'The people whom you block, newest first',
    limit: 'read',
    query: FollowListQuery,
    answers: { 200: z.array(FollowListItem) },
    handle: ({ viewer, query }) => hiddenBy(viewer, kind, query.cursor),
  }),
  ofPerson.post(`/users/:id/${kind}`, {
    summary: kind === 'mute' ? 'Mute a person' : 'Block a person',
    handle: ({ viewer, params }) => hidePerson(viewer, params.id, kind),
  }),
  ofPerson.delete(`/users/:id/${kind}`, {
    summary: kind === 'mute' ? 'Unmute a person' : 'Unblock a person',
    handle: ({ viewer, params }) => unhidePerson(viewer, params.id, kind),
  }),
]

export const relationRoutes = [
  ...callsFor('mute'),
  ...callsFor('block'),
  relation.get('/users/:id/relation', {
    summary: 'What lies between you and a person: mute, block in either direction, follow',
    limit: 'read',
    params: PersonParams,
    answers: { 200: RelationView },
    handle: ({ viewer, params }) => relationWith(viewer, params.id),
  }),
]
