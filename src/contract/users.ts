import { z } from 'zod'
import { SENTENCES } from './errors.ts'
import { LIMITS } from './limits.ts'
import { NOTIFICATION_TYPES } from './notifications.facts.ts'
import { MEDIA_SENTENCES } from './media.facts.ts'
import { LEGAL_VERSIONS, type AgeBand } from './legal.facts.ts'
import { PuzzleProof } from './puzzle.ts'
import { Id, PlaceCursor, Rev, Timestamp, atLeast, atMost, personText } from './primitives.ts'
import { isStorable, isVisible } from './text.ts'

/** Who wrote, followed or reacted: the small card that rides on other views (DECISIONS row 39). */
export const ActorView = z
  .object({
    id: Id,
    handle: z.string(),
    displayName: z.string(),
    avatarUrl: z.string().nullable(),
  })
  .meta({ id: 'Actor' })
export type ActorView = z.infer<typeof ActorView>

/** A person in lists: search, followers, following. `isFollowing` is the viewer's own relation. */
export const UserView = ActorView.extend({
  bio: z.string(),
  isAdmin: z.boolean(),
  isFollowing: z.boolean(),
  rev: Rev,
}).meta({ id: 'User' })
export type UserView = z.infer<typeof UserView>

/** What the viewer has to do with this person, and may do. The server decides. */
export const ProfileViewerState = z.object({
  isSelf: z.boolean(),
  follows: z.boolean(),
  muted: z.boolean(),
  blocked: z.boolean(),
  can: z.object({ follow: z.boolean(), message: z.boolean(), edit: z.boolean() }),
})

/** A profile as everybody may see it: the payload of pushes (LIVE L16). */
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

/** The session's own account: the only view that carries the e-mail address. */
export const CurrentUserView = ActorView.extend({
  username: z.string(),
  email: z.string(),
  bio: z.string(),
  bannerUrl: z.string().nullable(),
  createdAt: Timestamp,
  isAdmin: z.boolean(),
  /** False for who signs in with Google alone. */
  hasPassword: z.boolean(),
  /** Whether a Google account signs in here. */
  hasGoogle: z.boolean(),
  /** Links, files and messages to strangers wait until the e-mail address is confirmed. */
  mustConfirm: z.boolean(),
  /** The address that is to take the place of `email` once it is confirmed. */
  newEmail: z.string().nullable(),
  /** What they do not want to be told of. */
  quiet: z.array(z.enum(NOTIFICATION_TYPES)),
  rev: Rev,
}).meta({ id: 'CurrentUser' })
export type CurrentUserView = z.infer<typeof CurrentUserView>

/** GET /api/auth/me, POST /api/auth/login and register (DECISIONS row 39). */
export const SessionView = z.object({ user: CurrentUserView }).meta({ id: 'Session' })
export type SessionView = z.infer<typeof SessionView>

/** What people are called: one line, something of it to be seen. */
export const DisplayName = atMost(
  LIMITS.displayName,
  SENTENCES.displayNameTooLong,
)(z.string(SENTENCES.displayNameRequired).trim())
  .refine((name) => isStorable(name) && !/[\n\t]/.test(name), { error: SENTENCES.brokenText, abort: true })
  .refine(isVisible, { error: SENTENCES.displayNameRequired })

/** Handles that would read as a route, the staff or the house itself (DECISIONS row 40). */
export const RESERVED_HANDLES: ReadonlySet<string> = new Set(
  'admin administrator root system support help safety contact legal official staff moderator mod royalflush royal_flush deleted null undefined api me login logout register settings profile messages notifications search compose activity blog analytics founders terms privacy guidelines cookies disclaimer everyone here all anonymous'.split(
    ' ',
  ),
)

/**
 * Letters, digits, underscores; stored in lower case (product section 5). Not one of the house's own names.
 */
export const Handle = atLeast(
  LIMITS.handleMin,
  SENTENCES.handleTooShort,
)(atMost(LIMITS.handleMax, SENTENCES.handleTooLong)(z.string()))
  .regex(/^[A-Za-z0-9_]+$/, { error: SENTENCES.handleCharacters, abort: true })
  .toLowerCase()
  .refine((handle) => !RESERVED_HANDLES.has(handle), SENTENCES.handleReserved)

/** An address as it is kept: lower case, without blanks around it. */
export const Email = atMost(
  LIMITS.email,
  SENTENCES.invalidEmail,
)(z.string(SENTENCES.invalidEmail))
  .trim()
  .toLowerCase()
  .pipe(z.email(SENTENCES.invalidEmail))

/** A required field of the registration that was not left blank. */
export const Filled = z
  .string(SENTENCES.fillRequiredFields)
  .refine((text) => text.trim() !== '', SENTENCES.fillRequiredFields)

/** A new account's password; whether it is too common the server knows. */
export const Password = newPassword(SENTENCES.passwordTooShort)

/**
 * At least 8, at most 128 (product section 5, DECISIONS row 40); each form has its own words for too short.
 */
export function newPassword(tooShort: string) {
  return atMost(
    LIMITS.passwordMax,
    SENTENCES.passwordTooLong,
  )(atLeast(LIMITS.passwordMin, tooShort)(z.string(tooShort)))
}

const ageOf = (year: number): number => new Date().getFullYear() - year

/** From 1900 to this year, at least 13 and not 13 to 15 (product section 5, in its order). */
export const BirthYear = z
  .int(SENTENCES.birthYear)
  .refine((year) => year >= LIMITS.birthYearMin && ageOf(year) >= 0, {
    error: SENTENCES.birthYear,
    abort: true,
  })
  .refine((year) => ageOf(year) >= LIMITS.minimumAge, { error: SENTENCES.tooYoung, abort: true })
  .refine((year) => ageOf(year) >= LIMITS.consentAge, { error: SENTENCES.needsParent })

/** All that is kept of a birth year. */
export const ageBandOf = (year: number): AgeBand => (ageOf(year) >= LIMITS.adultAge ? '18+' : '16-17')

/**
 * What our own form sends besides the document's fields; who leaves it out opens an account all the same
 * (DECISIONS row 161).
 */
const registrationExtras = {
  puzzleProof: PuzzleProof.optional(),
  birthYear: BirthYear.optional(),
  termsVersion: z.enum(LEGAL_VERSIONS.terms, SENTENCES.acceptTerms).optional(),
  privacyVersion: z.enum(LEGAL_VERSIONS.privacy, SENTENCES.acceptTerms).optional(),
}

/** The same, as it is handed on. */
export type RegistrationExtras = Pick<RegisterInput, keyof typeof registrationExtras>

/**
 * POST /api/auth/register: the four fields of the document (product section 3), and what our own form sends
 * along. Checked in section 5's order:
 * all of them filled, then password, handle, and what the document does not order.
 */
export const RegisterInput = z
  .object({
    password: Filled.describe('8 to 128 characters, none of the common ones.'),
    handle: Filled.describe('3 to 30 letters, digits and underscores, in any letter case.'),
    email: Filled,
    displayName: Filled.describe('1 to 50 characters.'),
    ...registrationExtras,
  })
  .pipe(
    z.object({
      password: Password,
      handle: Handle,
      email: Email,
      displayName: DisplayName,
      ...registrationExtras,
    }),
  )
  .meta({ id: 'RegisterInput' })
export type RegisterInput = z.infer<typeof RegisterInput>

/**
 * GET /api/auth/google: where to go afterwards, a path of our own; `proof` asks who is signed in to log in
 * there once more.
 */
export const GoogleQuery = z.object({
  next: z.string().max(LIMITS.url).optional(),
  proof: z.literal('fresh').optional(),
})
export type GoogleQuery = z.infer<typeof GoogleQuery>

/** GET /api/auth/google/newcomer: whom Google has sent for the first time; `handle` is free, or empty. */
export const NewcomerView = z
  .object({ email: z.string(), displayName: z.string(), handle: z.string() })
  .meta({ id: 'Newcomer' })
export type NewcomerView = z.infer<typeof NewcomerView>

/** POST /api/auth/google/register: what Google cannot know. */
export const NewcomerInput = z
  .object({
    handle: Filled.pipe(Handle),
    displayName: Filled.pipe(DisplayName),
    ...registrationExtras,
  })
  .meta({ id: 'NewcomerInput' })
export type NewcomerInput = z.infer<typeof NewcomerInput>

/** POST /api/auth/login. An over-long password is refused before anything is hashed (SECURITY, passwords). */
export const LoginInput = z
  .object({
    email: z
      .string(SENTENCES.fillAllFields)
      .trim()
      .toLowerCase()
      .min(1, SENTENCES.fillAllFields)
      .max(LIMITS.email, SENTENCES.badCredentials),
    password: atMost(
      LIMITS.passwordMax,
      SENTENCES.badCredentials,
    )(z.string(SENTENCES.fillAllFields).min(1, SENTENCES.fillAllFields)),
  })
  .meta({ id: 'LoginInput' })
export type LoginInput = z.infer<typeof LoginInput>

/** Most a picture may take inside of a profile update; larger ones are uploaded first. */
const INLINE_LENGTH = 1_900_000

const PictureUrl = z
  .string(MEDIA_SENTENCES.mediaUnknown)
  .max(INLINE_LENGTH, { error: MEDIA_SENTENCES.imageTooLarge, abort: true })
  .refine((url) => url.length <= LIMITS.url || url.startsWith('data:image/'), MEDIA_SENTENCES.mediaUnknown)

/**
 * PATCH /api/users/me: only the fields that change. A picture is named by the `mediaUrl` of an upload for it
 * ('avatar', 'banner'), sent inline as a data: URL (product section 3), or the one held already; null takes
 * it away.
 */
export const UpdateProfileInput = z
  .object({
    displayName: DisplayName.optional(),
    bio: personText({ max: LIMITS.bio, tooLong: SENTENCES.bioTooLong }).optional(),
    avatarUrl: PictureUrl.nullable().optional(),
    bannerUrl: PictureUrl.nullable().optional(),
  })
  .meta({ id: 'UpdateProfileInput' })
export type UpdateProfileInput = z.infer<typeof UpdateProfileInput>

/**
 * GET /api/users/{id}/is-following and the answers of follow and unfollow: the followed person's count and
 * rev.
 */
export const FollowStatusView = z
  .object({ isFollowing: z.boolean(), _count: z.object({ followers: z.int() }), rev: Rev })
  .meta({ id: 'FollowStatus' })
export type FollowStatusView = z.infer<typeof FollowStatusView>

/**
 * GET /api/users/{id}/followers and following, newest first: a person, and the cursor that continues after
 * them.
 */
export const FollowListItem = UserView.extend({ cursor: Id }).meta({ id: 'FollowListItem' })
export type FollowListItem = z.infer<typeof FollowListItem>

/** `cursor` is the last held item's (DECISIONS row 33). */
export const FollowListQuery = z.object({
  cursor: z
    .string()
    .regex(/^[0-9a-f]{24}$/, SENTENCES.badCursor)
    .optional(),
})

/**
 * POST and DELETE /api/users/{id}/mute and block: where the viewer stands with this person now (DECISIONS row
 * 38).
 */
export const RelationStatusView = z
  .object({ muted: z.boolean(), blocked: z.boolean() })
  .meta({ id: 'RelationStatus' })
export type RelationStatusView = z.infer<typeof RelationStatusView>

/** GET /api/users/search: a person found, and the cursor that continues after them. */
export const UserListItem = UserView.extend({ cursor: PlaceCursor }).meta({ id: 'UserListItem' })
export type UserListItem = z.infer<typeof UserListItem>

/** Blank finds nobody (product section 5). `cursor` is the last held item's (DECISIONS row 33). */
export const PeopleSearchQuery = z.object({
  q: personText({ max: LIMITS.searchQuery, tooLong: SENTENCES.invalidInput }).default(''),
  cursor: PlaceCursor.optional(),
})
export type PeopleSearchQuery = z.infer<typeof PeopleSearchQuery>
