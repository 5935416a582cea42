import { MESSAGES } from '#contract/errors.ts'
import type { CurrentUserView } from '#contract/account.ts'
import type { ProfileView, UpdateProfileInput } from '#contract/people.ts'
import { isFollowing } from '#server/features/people/follows/follow-graph.service.ts'
import { relationBetween } from '#server/features/people/relations/hidden-people.service.ts'
import { assertAllowed, assertNamesAllowed } from '#server/shared/blocks/blocks.store.ts'
import { notFound } from '#server/platform/errors.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { searchKeys } from './people-search.service.ts'
import { claimantOf } from './account-claims.model.ts'
import { UserModel, type UserDocument, type UserRecord } from './users.model.ts'
import { changeAccount } from './change-account.ts'
import { relationshipWith, presentCurrentUser, presentProfile } from './users.present.ts'
import { emitProfile, spreadCard } from './people.service.ts'
import { Types } from 'mongoose'
import { resolveUpload } from '#server/features/media/media-links.ts'
import { swapPicture } from '#server/features/media/media-uses.ts'
import type { ModeratedKind } from '#server/shared/moderated.ts'

const personNotFound = () => notFound(MESSAGES.userNotFound)

/**
 * A profile. A person who blocks the viewer does not exist (404), unless the viewer blocks them too: the
 * viewer must be able to end the block.
 */
export async function profileOf(handle: string, viewer: Viewer | null): Promise<ProfileView> {
  const claimant = await claimantOf('handle', handle)
  const user = claimant && (await UserModel.findById(claimant).lean<UserRecord>())
  if (!user) throw personNotFound()
  const id = user._id.toHexString()
  const blocked = await blockedByViewer(viewer, id)
  const [follows, followsYou] =
    viewer !== null && !blocked
      ? await Promise.all([isFollowing(viewer.id, id), isFollowing(id, viewer.id)])
      : [false, false]
  return presentProfile(user, relationshipWith(viewer, { id }, { follows, followsYou, blocked }))
}

/**
 * The person of a handle, by the rule of the profile: 404 for an unknown person, and for a person who blocks
 * the viewer.
 */
export async function personByHandle(handle: string, viewer: Viewer | null): Promise<{ id: string }> {
  const claimant = await claimantOf('handle', handle)
  if (!claimant) throw personNotFound()
  const id = claimant.toHexString()
  await blockedByViewer(viewer, id)
  return { id }
}

/** A person's public texts, by the same rule. */
export async function personById(
  id: string,
  viewer: Viewer | null,
): Promise<Pick<UserRecord, 'handle' | 'displayName' | 'bio'>> {
  const user = await UserModel.findById(id, { handle: 1, displayName: 1, bio: 1 }).lean<
    Pick<UserRecord, 'handle' | 'displayName' | 'bio'>
  >()
  if (!user) throw personNotFound()
  await blockedByViewer(viewer, id)
  return user
}

/** Ends a person's first steps, done or not. */
export const endFirstSteps = (viewer: Viewer): Promise<void> =>
  transact(async (tx) => {
    await changeAccount(tx, { _id: viewer.id, newcomer: true }, { $unset: { newcomer: 1 } })
  })

async function blockedByViewer(viewer: Viewer | null, id: string): Promise<boolean> {
  if (!viewer?.blocked.has(id)) return false
  const { blocks, blockedBy } = await relationBetween(viewer.id, id)
  if (blockedBy && !blocks) throw personNotFound()
  return blocks
}

/**
 * Changes the viewer's profile; a new name or avatar is written to every copy (`spreadCard`). Without input
 * nothing changes.
 */
export async function updateProfile(
  viewer: Viewer,
  { displayName, bio, ...given }: UpdateProfileInput,
): Promise<CurrentUserView> {
  await assertTextsAllowed(viewer, { displayName, bio })
  const pictures = await resolvePictures(viewer, given)
  return transact(async (tx) => {
    const names = displayName !== undefined && {
      displayName,
      searchKeys: searchKeys({ handle: viewer.handle, displayName }),
    }
    const shown = await attachPictures(tx, viewer, pictures)
    const changes = { ...names, ...(bio !== undefined && { bio }), ...shown }
    const isChanged = Object.keys(changes).length > 0
    const user = isChanged
      ? await changeAccount(tx, { _id: viewer.id }, { $set: changes })
      : await UserModel.findById(viewer.id).session(tx.session).lean<UserRecord>()
    if (!user) throw personNotFound()
    if (isChanged) emitProfile(tx, user)
    if (names || shown.avatarUrl !== undefined) await spreadCard(tx, viewer.id)
    return presentCurrentUser(user)
  })
}

/** Throws 400 for a word or link that is not allowed. What a text has already may stay. */
async function assertTextsAllowed(
  viewer: Viewer,
  { displayName, bio }: Pick<UpdateProfileInput, 'displayName' | 'bio'>,
): Promise<void> {
  if (displayName !== undefined && displayName !== viewer.displayName && !viewer.isAdmin)
    await assertNamesAllowed({ displayName })
  if (!bio) return
  const before = await UserModel.findById(viewer.id, { bio: 1 }).lean<Pick<UserRecord, 'bio'>>()
  if (before?.bio !== bio) await assertAllowed(viewer, bio, before?.bio)
}

/** The text of a profile; null when there is none. */
export async function profileText(id: string): Promise<string | null> {
  const user = await UserModel.findById(id, { displayName: 1, bio: 1 }).lean<
    Pick<UserRecord, 'displayName' | 'bio'>
  >()
  return user && [user.displayName, user.bio].filter(Boolean).join('\n')
}

const PURPOSES = ['avatar', 'banner'] as const
const FIELD = { avatar: 'avatarUrl', banner: 'bannerUrl' } as const

type Pictures = Pick<UpdateProfileInput, 'avatarUrl' | 'bannerUrl'>

/** Finds the uploads that a profile update names. */
export async function resolvePictures(viewer: Viewer, given: Pictures): Promise<Pictures> {
  const arrived: Pictures = {}
  for (const purpose of PURPOSES) {
    const url = given[FIELD[purpose]]
    if (url !== undefined) arrived[FIELD[purpose]] = url && (await resolveUpload(viewer, url, purpose))
  }
  return arrived
}

/** Attaches new pictures and detaches the replaced ones. Returns the changed fields. */
export async function attachPictures(
  tx: Transaction,
  viewer: Viewer,
  pictures: Pictures,
): Promise<Partial<Pick<UserDocument, 'avatarUrl' | 'bannerUrl'>>> {
  const changes: Partial<Pick<UserDocument, 'avatarUrl' | 'bannerUrl'>> = {}
  if (pictures.avatarUrl === undefined && pictures.bannerUrl === undefined) return changes
  const id = new Types.ObjectId(viewer.id)
  const current = await UserModel.findById(id, { avatarUrl: 1, bannerUrl: 1 })
    .session(tx.session)
    .lean<Pick<UserDocument, 'avatarUrl' | 'bannerUrl'>>()
  for (const purpose of PURPOSES) {
    const field = FIELD[purpose]
    const url = await swapPicture(tx, viewer, {
      purpose,
      id,
      before: current?.[field] ?? null,
      after: pictures[field],
    })
    if (url !== undefined) changes[field] = url
  }
  return changes
}

export const moderatedPerson: ModeratedKind = {
  async find(viewer, id) {
    const { handle, displayName, bio } = await personById(id, viewer)
    return {
      ownerId: new Types.ObjectId(id),
      text: bio ? `${displayName}\n${bio}` : displayName,
      mediaUrl: null,
      path: `/u/${handle}`,
    }
  },
  async current(id) {
    const text = await profileText(id)
    return text === null ? null : { text, media: null }
  },
}
