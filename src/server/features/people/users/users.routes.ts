import { z } from 'zod'
import { CurrentUserView } from '#contract/account.ts'
import { PeopleSearchQuery, ProfileView, UpdateProfileInput, UserListItem } from '#contract/people.ts'
import { ok } from '#server/platform/http/answer.ts'
import { route } from '#server/platform/http/route.ts'
import { searchPeople } from './people-search.service.ts'
import { profileOf, updateProfile } from './profiles.service.ts'
import { HandleParams } from './users.params.ts'

export const userRoutes = [
  // Before the profile, whose path would take 'search' for a handle.
  route({
    method: 'get',
    path: '/users/search',
    summary: 'People by the start of their handle or of a word of their name',
    tag: 'users',
    access: 'visitor',
    limit: 'read',
    query: PeopleSearchQuery,
    answers: { 200: z.array(UserListItem) },
    handle: async ({ viewer, query }) => ok(await searchPeople(query, viewer)),
  }),
  route({
    method: 'get',
    path: '/users/:handle',
    summary: 'A profile',
    tag: 'users',
    access: 'visitor',
    limit: 'read',
    params: HandleParams,
    answers: { 200: ProfileView },
    handle: async ({ viewer, params }) => ok(await profileOf(params.handle, viewer)),
  }),
  route({
    method: 'patch',
    path: '/users/me',
    summary: 'Change your own profile',
    tag: 'users',
    access: 'user',
    limit: 'write',
    body: UpdateProfileInput,
    // A picture inside of the update is an upload like any other.
    afterConfirmation: ({ avatarUrl, bannerUrl }) =>
      [avatarUrl, bannerUrl].some((url) => url?.startsWith('data:')),
    answers: { 200: CurrentUserView },
    handle: async ({ viewer, body }) => ok(await updateProfile(viewer, body)),
  }),
]
