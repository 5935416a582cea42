import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { Types } from 'mongoose'
import { LIMITS } from '#contract/limits.ts'
import type { MediaPurpose, UploadView } from '#contract/media.ts'
import { BlogModel, type BlogDocument } from '#server/features/blog/blog.model.ts'
import { MediaModel } from '#server/features/media/media.model.ts'
import { mediaTypeOf, mediaUrlOf } from '#server/features/media/media.present.ts'
import { receiveUpload } from '#server/features/media/media-uploads.ts'
import { attachMedia, swapPicture } from '#server/features/media/media-uses.ts'
import { closePictureWorkers } from '#server/features/media/pictures/picture-workers.ts'
import { canMakeVideos } from '#server/features/media/video/ffmpeg.ts'
import { sendMessage } from '#server/features/messages/messages.service.ts'
import { PostModel, type PostDocument } from '#server/features/posts/posts.model.ts'
import { createPost } from '#server/features/posts/posts.service.ts'
import { syncPostMedia } from '#server/features/posts/posts.handlers.ts'
import { updateProfile } from '#server/features/people/users/profiles.service.ts'
import type { UserDocument } from '#server/features/people/users/users.model.ts'
import { closeJobs, startJobs } from '#server/platform/jobs/job-runner.ts'
import { transact } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { SCENES, banner, draw, portrait } from './scenes.ts'

const PNG = { name: 'scene.png', type: 'image/png' }
const uploaded = (viewer: Viewer, purpose: MediaPurpose, bytes: Buffer, claim = PNG): Promise<UploadView> =>
  receiveUpload(viewer, purpose, claim, Readable.from([bytes]))

type ViewerOf = (person: UserDocument) => Promise<Viewer>

/**
 * Profile pictures for most of the cast, set before they post, because posts copy them. The others keep the
 * default.
 */
export async function hangPortraits(cast: readonly UserDocument[], viewerOf: ViewerOf): Promise<void> {
  for (const [number, person] of cast.entries()) {
    if (number % 4 === 3) continue
    const viewer = await viewerOf(person)
    const { mediaUrl } = await uploaded(viewer, 'avatar', await portrait(number))
    const bannerUrl = number === 0 ? (await uploaded(viewer, 'banner', await banner())).mediaUrl : undefined
    person.avatarUrl = (
      await updateProfile(viewer, { avatarUrl: mediaUrl, ...(bannerUrl && { bannerUrl }) })
    ).avatarUrl
  }
}

/**
 * Pictures for some posts of the cast, four in one post, one for a message to the king, one for every other article of
 * his, and a video if ffmpeg is there.
 */
export async function hangPictures(
  { posts, decrees }: { posts: readonly PostDocument[]; decrees: readonly BlogDocument[] },
  cast: readonly UserDocument[],
  viewerOf: ViewerOf,
): Promise<void> {
  const rooms = [...SCENES.values()].map(({ room }) => room)
  for (const [number, { room, alt }] of SCENES) {
    const post = posts[number]
    const author = post && cast.find(({ _id }) => _id.equals(post.authorId))
    if (post && author) await attachPicture(await viewerOf(author), post, await draw(room), alt)
  }
  const [king, , duke] = cast as [UserDocument, UserDocument, UserDocument]
  const { mediaUrl } = await uploaded(await viewerOf(duke), 'message', await draw(SCENES.get(4)!.room))
  await sendMessage(await viewerOf(duke), {
    receiverId: king._id.toHexString(),
    content: 'Exhibit A.',
    mediaUrl,
    altText: SCENES.get(4)!.alt,
  })
  await postAlbum(await viewerOf(duke))
  for (const [number, article] of decrees.entries())
    if (number % 2 === 0) await hangInArticle(await viewerOf(king), article, await draw(rooms[number]!))
  if (await canMakeVideos()) await postVideo(await viewerOf(king))
  closePictureWorkers()
}

async function postAlbum(duke: Viewer): Promise<void> {
  const pictures: { mediaUrl: string; altText: string }[] = []
  for (const { room, alt } of [...SCENES.values()].slice(0, LIMITS.pictures)) {
    const { mediaUrl } = await uploaded(duke, 'post', await draw(room))
    pictures.push({ mediaUrl, altText: alt })
  }
  const [first, ...morePictures] = pictures
  await createPost(duke, {
    text: 'The court, as seen from the bath. Nobody knew that I was there. #ThroneTalk',
    ...first,
    morePictures,
  })
}

async function attachPicture(
  viewer: Viewer,
  { _id }: PostDocument,
  bytes: Buffer,
  altText: string,
): Promise<void> {
  const { mediaUrl } = await uploaded(viewer, 'post', bytes)
  await transact(async (tx) => {
    const media = await attachMedia(tx, viewer, { mediaUrl }, { purpose: 'post', id: _id })
    await PostModel.updateOne(
      { _id },
      {
        $set: { media, mediaUrl: mediaUrlOf(media), mediaType: mediaTypeOf(media.kind), altText },
        $inc: { rev: 1 },
      },
      { session: tx.session },
    )
  })
}

const hangInArticle = async (king: Viewer, { _id }: BlogDocument, bytes: Buffer): Promise<void> => {
  const { mediaUrl } = await uploaded(king, 'blog', bytes)
  await transact(async (tx) => {
    const featuredImage = await swapPicture(tx, king, {
      purpose: 'blog',
      id: _id,
      before: null,
      after: mediaUrl,
    })
    await BlogModel.updateOne({ _id }, { $set: { featuredImage }, $inc: { rev: 1 } }, { session: tx.session })
  })
}

const CLIP = path.resolve(import.meta.dirname, '../../src/client/public/founder.mp4')

async function postVideo(king: Viewer): Promise<void> {
  const { id, mediaUrl } = await uploaded(king, 'post', await readFile(CLIP), {
    name: 'founder.mp4',
    type: 'video/mp4',
  })
  await createPost(king, {
    text: 'We have commissioned a moving picture. It moves. The council is calling it cinema. #ThroneTalk',
    mediaUrl,
    altText: 'A short drawn film about the founding of the house',
  })
  const stops = [syncPostMedia(), startJobs(['video'])]
  // A running server may take the job as well. In either case it is done before the seed ends.
  while (await MediaModel.exists({ _id: new Types.ObjectId(id), state: 'processing' })) await pause(200)
  stops.forEach((stop) => stop())
  await closeJobs()
}
