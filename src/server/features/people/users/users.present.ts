import type { AdminPersonView } from '#contract/admin.ts'
import type { PrivacySettingsView } from '#contract/account.privacy.ts'
import type { ActorView, ProfileView, PublicProfileView, UserView } from '#contract/people.ts'
import type { CurrentUserView } from '#contract/account.ts'
import { clock } from '#server/platform/clock.ts'
import { choicesOfSenders, messageSendersOf } from './message-senders.ts'
import { mustConfirm, type UserRecord } from './users.model.ts'
import type { Viewer } from '#server/platform/viewer.ts'

/** The fields of a card. */
export const CARD = { handle: 1, displayName: 1, avatarUrl: 1 } as const

/** What is read of a person for a card. */
export type CardRow = Pick<UserRecord, '_id' | keyof typeof CARD>

/** The small card that is part of other views. */
export const presentActor = (user: CardRow): ActorView => ({
  id: user._id.toHexString(),
  handle: user.handle,
  displayName: user.displayName,
  avatarUrl: user.avatarUrl,
})

/** The fields of a list row. */
export const LIST_ROW = { ...CARD, bio: 1, isAdmin: 1, rev: 1 } as const

/** What is read of a person for a list row. */
export type ListRow = Pick<UserRecord, '_id' | keyof typeof LIST_ROW>

/** A person in a list. */
export const presentUser = (user: ListRow, isFollowing: boolean): UserView => ({
  ...presentActor(user),
  bio: user.bio,
  isAdmin: user.isAdmin,
  isFollowing,
  rev: user.rev,
})

/** A profile without the viewer's part, for pushes (LIVE L16). */
export const presentPublicProfile = (user: UserRecord): PublicProfileView => ({
  ...presentActor(user),
  bio: user.bio,
  isAdmin: user.isAdmin,
  bannerUrl: user.bannerUrl,
  createdAt: user.createdAt.toISOString(),
  _count: { posts: user.postCount, followers: user.followerCount, following: user.followingCount },
  rev: user.rev,
})

/** A profile with the viewer's part (DECISIONS row 39). */
export const presentProfile = (user: UserRecord, viewer: ProfileView['viewer']): ProfileView => ({
  ...presentPublicProfile(user),
  isFollowing: viewer.follows,
  viewer,
})

/** A person's own account: the only view with the e-mail address. */
export const presentCurrentUser = (user: UserRecord): CurrentUserView => ({
  ...presentActor(user),
  username: user.handle,
  email: user.email,
  bio: user.bio,
  bannerUrl: user.bannerUrl,
  createdAt: user.createdAt.toISOString(),
  isAdmin: user.isAdmin,
  isModerator: user.isModerator ?? false,
  hasPassword: user.keyless !== true,
  hasGoogle: user.googleId !== undefined,
  mustConfirm: mustConfirm(user),
  isNewcomer: user.newcomer ?? false,
  newEmail:
    user.newEmail && user.newEmail.address !== user.email && user.newEmail.expiresAt > clock.date()
      ? user.newEmail.address
      : null,
  quiet: user.quiet ?? [],
  readWhenSeen: user.readWhenSeen ?? false,
  requestNotices: user.requestNotices ?? false,
  rev: user.rev,
})

export const presentPerson = (user: UserRecord): AdminPersonView => ({
  ...presentActor(user),
  email: user.email,
  isAdmin: user.isAdmin,
  isModerator: user.isModerator ?? false,
  createdAt: user.createdAt.toISOString(),
  suspendedUntil: user.suspendedUntil?.toISOString() ?? null,
  bannedAt: user.bannedAt?.toISOString() ?? null,
  _count: { posts: user.postCount, followers: user.followerCount },
  rev: user.rev,
})

/** A person's consents and account data, for themselves. */
export const presentPrivacy = ({
  consents,
  email,
  handle,
  createdAt,
  lastLoginAt,
  agreed,
  messagesFrom,
  hidesReads,
  hidesTyping,
  rev,
}: UserRecord): PrivacySettingsView => ({
  marketingConsent: Boolean(consents?.marketing),
  analyticsConsent: Boolean(consents?.analytics),
  personalizedAdsConsent: Boolean(consents?.personalizedAds),
  messagesFrom: messageSendersOf({ agreed, messagesFrom }),
  messagesFromChoices: choicesOfSenders(agreed),
  readReceipts: !hidesReads,
  typingSigns: !hidesTyping,
  email,
  handle,
  createdAt: createdAt.toISOString(),
  lastLoginAt: lastLoginAt?.toISOString() ?? null,
  agreed: agreed
    ? { ageBand: agreed.ageBand, terms: agreed.terms, privacy: agreed.privacy, at: agreed.at.toISOString() }
    : null,
  rev,
})

type Relationship = Omit<ProfileView['viewer'], 'can'>

/** The viewer's relation to a person: with a block in either direction they can neither follow nor write. */
export function relationshipWith(
  viewer: Viewer | null,
  person: { id: string },
  known: { follows: boolean; followsYou: boolean; blocked: boolean },
): ProfileView['viewer'] {
  const isSelf = viewer?.id === person.id
  const relationship: Relationship = {
    isSelf,
    follows: known.follows,
    followsYou: known.followsYou,
    muted: viewer?.muted.has(person.id) ?? false,
    blocked: known.blocked,
  }
  const mayReach = viewer !== null && !isSelf && !viewer.blocked.has(person.id)
  return { ...relationship, can: { follow: mayReach, message: mayReach, edit: isSelf } }
}
