import { z } from 'zod'
import { MESSAGES } from './errors.ts'
import { LIMITS } from './limits.ts'
import { MEDIA_MESSAGES } from './media.constants.ts'
import { atLeast, atMost, Id, personText, PlaceCursor, Rev, Timestamp } from './primitives.ts'
import { isStorable, isVisible, withoutTurns } from './text.ts'
import { fixedPaths } from './site.page-titles.ts'

/** The author or actor in other views: a small card (DECISIONS row 39). */
export const ActorView = z
  .object({
    id: Id,
    handle: z.string(),
    displayName: z.string(),
    avatarUrl: z.string().nullable(),
  })
  .meta({ id: 'Actor' })
export type ActorView = z.infer<typeof ActorView>

/** A person in lists: search, followers, following. `isFollowing` is the viewer's. */
export const UserView = ActorView.extend({
  bio: z.string(),
  isAdmin: z.boolean(),
  isFollowing: z.boolean(),
  rev: Rev,
}).meta({ id: 'User' })
export type UserView = z.infer<typeof UserView>

/** GET /api/users/me/suggested: `mutual` of the people that the viewer follows follow this person. */
export const SuggestionView = UserView.extend({ mutual: z.int() }).meta({ id: 'Suggestion' })
export type SuggestionView = z.infer<typeof SuggestionView>

/** The viewer's relation to this person and permissions; the server decides. */
export const ProfileViewerState = z.object({
  isSelf: z.boolean(),
  follows: z.boolean(),
  /** The person follows the viewer. False while one blocks the other. */
  followsYou: z.boolean(),
  muted: z.boolean(),
  blocked: z.boolean(),
  can: z.object({ follow: z.boolean(), message: z.boolean(), edit: z.boolean() }),
})

/** The public profile: the payload of pushes (LIVE L16). */
export const PublicProfileView = ActorView.extend({
  bio: z.string(),
  isAdmin: z.boolean(),
  bannerUrl: z.string().nullable(),
  createdAt: Timestamp,
  _count: z.object({ posts: z.int(), followers: z.int(), following: z.int() }),
  rev: Rev,
})
export type PublicProfileView = z.infer<typeof PublicProfileView>

/** GET /api/users/{handle} (product section 3, DECISIONS row 39). */
export const ProfileView = PublicProfileView.extend({
  isFollowing: z.boolean(),
  viewer: ProfileViewerState,
}).meta({ id: 'Profile' })
export type ProfileView = z.infer<typeof ProfileView>

/** A display name: one line with at least one visible character, and without what turns letters around. */
export const DisplayName = atMost(
  LIMITS.displayName,
  MESSAGES.displayNameTooLong,
)(z.string(MESSAGES.displayNameRequired).overwrite(withoutTurns).trim())
  .refine((name) => isStorable(name) && !/[\n\t]/.test(name), { error: MESSAGES.brokenText, abort: true })
  .refine(isVisible, { error: MESSAGES.displayNameRequired })

/** Handles that look like a page, the staff or the product itself (DECISIONS row 40). */
export const RESERVED_HANDLES: ReadonlySet<string> = new Set([
  ...fixedPaths().map((path) => path.slice(1)),
  ...'administrator root system support help safety contact legal official staff moderator mod'.split(' '),
  ...'royalflush royal_flush deleted null undefined api me logout everyone here all anonymous'.split(' '),
])

/** Letters, digits, underscores; stored in lower case (product section 5). No reserved handle. */
export const Handle = atLeast(
  LIMITS.handleMin,
  MESSAGES.handleTooShort,
)(atMost(LIMITS.handleMax, MESSAGES.handleTooLong)(z.string()))
  .regex(/^[A-Za-z0-9_]+$/, { error: MESSAGES.handleCharacters, abort: true })
  .toLowerCase()
  .refine((handle) => !RESERVED_HANDLES.has(handle), MESSAGES.handleReserved)

/** Most characters of an inline picture in a profile update; larger ones are uploaded first. */
const INLINE_LENGTH = 1_900_000

const PictureUrl = z
  .string(MEDIA_MESSAGES.mediaUnknown)
  .max(INLINE_LENGTH, { error: MEDIA_MESSAGES.imageTooLarge, abort: true })
  .refine((url) => url.length <= LIMITS.url || url.startsWith('data:image/'), MEDIA_MESSAGES.mediaUnknown)

/**
 * PATCH /api/users/me: only the fields that change. A picture is the `mediaUrl` of an upload for it
 * ('avatar', 'banner'), an inline data: URL (product section 3), or the current one; null removes it.
 */
export const UpdateProfileInput = z
  .object({
    displayName: DisplayName.optional(),
    bio: personText({ max: LIMITS.bio, tooLong: MESSAGES.bioTooLong }).optional(),
    avatarUrl: PictureUrl.nullable().optional(),
    bannerUrl: PictureUrl.nullable().optional(),
  })
  .meta({ id: 'UpdateProfileInput' })
export type UpdateProfileInput = z.infer<typeof UpdateProfileInput>

/**
 * GET /api/users/{id}/is-following and the responses of follow and unfollow: the followed person's count and
 * rev.
 */
export const FollowStatusView = z
  .object({ isFollowing: z.boolean(), _count: z.object({ followers: z.int() }), rev: Rev })
  .meta({ id: 'FollowStatus' })
export type FollowStatusView = z.infer<typeof FollowStatusView>

/**
 * GET /api/users/{id}/followers and following, /api/users/me/muted and blocked, newest first: a person, and the
 * cursor that continues after them.
 */
export const FollowListItem = UserView.extend({ cursor: Id }).meta({ id: 'FollowListItem' })
export type FollowListItem = z.infer<typeof FollowListItem>

/** `cursor` is the last item's (DECISIONS row 33). */
export const FollowListQuery = z.object({
  cursor: z
    .string()
    .regex(/^[0-9a-f]{24}$/, MESSAGES.badCursor)
    .optional(),
})

/**
 * POST and DELETE /api/users/{id}/mute and block: the viewer's relation to this person now (DECISIONS row
 * 38).
 */
export const RelationStatusView = z
  .object({ muted: z.boolean(), blocked: z.boolean() })
  .meta({ id: 'RelationStatus' })
export type RelationStatusView = z.infer<typeof RelationStatusView>

/** GET /api/users/{id}/relation, as `relation:updated` says it: `blocked` by either of the two. */
export const RelationView = z
  .object({ muted: z.boolean(), blocked: z.boolean(), follows: z.boolean() })
  .meta({ id: 'Relation' })
export type RelationView = z.infer<typeof RelationView>

/** GET /api/users/search: a person, and the cursor that continues after them. */
export const UserListItem = UserView.extend({ cursor: PlaceCursor }).meta({ id: 'UserListItem' })
export type UserListItem = z.infer<typeof UserListItem>

/** A blank query finds nobody (product section 5). `cursor` is the last item's (DECISIONS row 33). */
export const PeopleSearchQuery = z.object({
  q: personText({ max: LIMITS.searchQuery, tooLong: MESSAGES.invalidInput }).default(''),
  cursor: PlaceCursor.optional(),
})
export type PeopleSearchQuery = z.infer<typeof PeopleSearchQuery>
