import { Types } from 'mongoose'
import type { UpdateProfileInput } from '#contract/people.ts'
import { arrivedMedia } from '#server/features/media/media.links.ts'
import { swapPicture } from '#server/features/media/media.uses.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { UserModel, type UserDocument } from './users.model.ts'

const PURPOSES = ['avatar', 'banner'] as const
const FIELD = { avatar: 'avatarUrl', banner: 'bannerUrl' } as const

type Pictures = Pick<UpdateProfileInput, 'avatarUrl' | 'bannerUrl'>

/** The pictures a profile update names, with their files here. */
export async function arrivedPictures(viewer: Viewer, given: Pictures): Promise<Pictures> {
  const arrived: Pictures = {}
  for (const purpose of PURPOSES) {
    const url = given[FIELD[purpose]]
    if (url !== undefined) arrived[FIELD[purpose]] = url && (await arrivedMedia(viewer, url, purpose))
  }
  return arrived
}

/** Claims what is new and lets go of what it replaces. Answers what changes. */
export async function hangPictures(
  tx: Transaction,
  viewer: Viewer,
  pictures: Pictures,
): Promise<Partial<Pick<UserDocument, 'avatarUrl' | 'bannerUrl'>>> {
  const changes: Partial<Pick<UserDocument, 'avatarUrl' | 'bannerUrl'>> = {}
  if (pictures.avatarUrl === undefined && pictures.bannerUrl === undefined) return changes
  const id = new Types.ObjectId(viewer.id)
  const held = await UserModel.findById(id, { avatarUrl: 1, bannerUrl: 1 })
    .session(tx.session)
    .lean<Pick<UserDocument, 'avatarUrl' | 'bannerUrl'>>()
  for (const purpose of PURPOSES) {
    const field = FIELD[purpose]
    const url = await swapPicture(tx, viewer, {
      purpose,
      id,
      before: held?.[field] ?? null,
      after: pictures[field],
    })
    if (url !== undefined) changes[field] = url
  }
  return changes
}
