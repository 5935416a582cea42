import { Types } from 'mongoose'
import { MESSAGES } from '#contract/errors.ts'
import {
  hashtagsIn,
  mentionsIn,
  type CreatePostInput,
  type EditPostInput,
  type PostView,
} from '#contract/posts.ts'
import { isVisible } from '#contract/text.ts'
import { resolveUpload } from '#server/features/media/media.links.ts'
import { mediaTypeOf, mediaUrlOf, type MediaSnapshot } from '#server/features/media/media.present.ts'
import { attachMedia, type Named } from '#server/features/media/media.uses.ts'
import { ownReactions } from '#server/features/posts/reactions/own-reactions.service.ts'
import { checkSpam, type Queued, type Written } from '#server/features/moderation/spam/check-spam.ts'
import { countPost } from '#server/features/people/users/counters.service.ts'
import { forbidden, isDuplicateKey, notFound } from '#server/platform/errors.ts'
import { oneAtATime } from '#server/platform/keyed-lock.ts'
import { transact } from '#server/platform/mongo/transaction.ts'
import { cardOf, type Viewer } from '#server/platform/viewer.ts'
import { snapshotOf } from './author-snapshots.ts'
import { mentionedIn, notifyMentioned } from './post-mentions.ts'
import { wordsIn } from '#server/platform/words.ts'
import { PostModel, PostTombstoneModel, type PostDocument, type PostRecord } from './posts.model.ts'
import { canEditPost } from './posts.policy.ts'
import { presentPost, presentPublicPost } from './posts.present.ts'
import { changePost, postLock, visiblePost } from './posts.store.ts'
import { noteShare, type Sharer } from './shares.model.ts'

/**
 * Publishes a post and notifies the people it mentions; `post:created` follows the commit. A retry with the
 * same clientId is the same post.
 */
export const createPost = (viewer: Viewer, input: CreatePostInput): Promise<Written<PostView> | Queued> =>
  checkSpam(
    viewer,
    {
      kind: 'post',
      text: input.text,
      input,
      earlier: () => earlierPost(viewer, input),
      prepare: () => namedIn(viewer, input),
    },
    () => publishOnce(viewer, input),
  )

/** Publishes a post from the review queue, as new. */
export const releasePost = async (viewer: Viewer, input: CreatePostInput): Promise<PostView> =>
  ((await earlierPost(viewer, input)) ?? (await publishOnce(viewer, input))).view

async function publishOnce(viewer: Viewer, input: CreatePostInput): Promise<Written<PostView>> {
  const named = await namedIn(viewer, input)
  try {
    const post = await publish(viewer, newPost(viewer, input), named)
    return { view: presentPost(post, viewer, null), isNew: true }
  } catch (error) {
    const twin = isDuplicateKey(error) ? await earlierPost(viewer, input) : null
    if (!twin) throw error
    return twin
  }
}

const namedIn = async (viewer: Viewer, { mediaUrl, mediaType }: CreatePostInput): Promise<Named | null> =>
  mediaUrl ? { mediaUrl: await resolveUpload(viewer, mediaUrl, 'post'), mediaType } : null

async function earlierPost(viewer: Viewer, { clientId }: CreatePostInput): Promise<Written<PostView> | null> {
  const post = await postByClientId(viewer, clientId)
  return post && { view: await viewOf(viewer, post), isNew: false }
}

async function publish(viewer: Viewer, draft: PostDocument, named: Named | null): Promise<PostDocument> {
  const mentioned = await mentionedIn(draft.text)
  const postId = draft._id.toHexString()
  return transact(async (tx) => {
    const signed = { ...draft, author: snapshotOf(await countPost(tx, viewer.id)) }
    const post = named
      ? withMedia(signed, await attachMedia(tx, viewer, named, { purpose: 'post', id: draft._id }))
      : signed
    await PostModel.insertMany([post], { session: tx.session, lean: true })
    tx.emit('post:created', { post: presentPublicPost(post) })
    await notifyMentioned(tx, mentioned, { postId, author: cardOf(viewer), where: 'post', textId: postId })
    return post
  })
}

const withMedia = (post: PostDocument, media: MediaSnapshot): PostDocument => ({
  ...post,
  media,
  mediaUrl: mediaUrlOf(media),
  mediaType: mediaTypeOf(media.kind),
})

async function postByClientId(viewer: Viewer, clientId: string | undefined): Promise<PostRecord | null> {
  if (!clientId) return null
  const post = await PostModel.findOne({ authorId: viewer.id, clientId }, { words: 0 }).lean<PostRecord>()
  if (!post && (await PostTombstoneModel.exists({ authorId: viewer.id, clientId })))
    throw notFound(MESSAGES.postNotFound)
  return post
}

/** A new post's record; also used for the demo data. */
export function newPost(
  author: Pick<Viewer, 'id' | 'displayName' | 'handle' | 'avatarUrl'>,
  input: CreatePostInput,
): PostDocument {
  const now = new Date()
  return {
    _id: new Types.ObjectId(),
    authorId: new Types.ObjectId(author.id),
    author: snapshotOf(author),
    ...wording(input.text),
    mediaUrl: null,
    mediaType: null,
    media: null,
    // A text for a missing picture is dropped.
    altText: input.mediaUrl && input.altText && isVisible(input.altText) ? input.altText : null,
    contentWarn: input.contentWarn && isVisible(input.contentWarn) ? input.contentWarn : null,
    nsfw: input.nsfw ?? false,
    reactions: [],
    reactionCounts: {},
    reactionTotal: 0,
    commentCount: 0,
    shareCount: 0,
    ...(input.clientId && { clientId: input.clientId }),
    fanOut: 'pending',
    createdAt: now,
    updatedAt: now,
    editedAt: null,
    rev: 1,
  }
}

const wording = (text: string) => ({
  text,
  hashtags: hashtagsIn(text),
  mentions: mentionsIn(text).length > 0,
  words: wordsIn(text),
})

/** Edits a post and notifies people mentioned for the first time. The same text changes nothing. */
export async function editPost(viewer: Viewer, postId: string, { text }: EditPostInput): Promise<PostView> {
  const mentioned = await mentionedIn(text)
  const record = await changeVisible(viewer, postId, async (tx, post) => {
    if (!canEditPost(viewer, { authorId: post.authorId.toHexString() })) throw forbidden()
    if (post.text === text) return post
    const now = new Date()
    await notifyMentioned(tx, mentioned, { postId, author: cardOf(viewer), where: 'post', textId: postId })
    return changePost(tx, postId, { $set: { ...wording(text), editedAt: now, updatedAt: now } })
  })
  return viewOf(viewer, record)
}

/**
 * Counts a share: once for each person, for visitors once a day and `network`. Another share succeeds without
 * being counted.
 */
export async function sharePost(viewer: Viewer | null, postId: string, network: string): Promise<PostView> {
  const sharer: Sharer = viewer ? { kind: 'person', id: viewer.id } : { kind: 'network', id: network }
  const share: Change = async (tx, post) =>
    (await noteShare(tx, postId, sharer)) ? changePost(tx, postId, { $inc: { shareCount: 1 } }) : post
  const record = await changeVisible(viewer, postId, share).catch((error: unknown) => {
    // Another process counts the same share at this moment.
    if (!isDuplicateKey(error)) throw error
    return visiblePost(viewer, postId)
  })
  return viewOf(viewer, record)
}

type Change = (tx: Parameters<typeof changePost>[0], post: PostRecord) => Promise<PostRecord>

/** Changes a post that the viewer can see, after the changes of this process that came before. */
export const changeVisible = (viewer: Viewer | null, postId: string, change: Change): Promise<PostRecord> =>
  oneAtATime(postLock(postId), () =>
    transact(async (tx) => change(tx, await visiblePost(viewer, postId, tx))),
  )

/** The post as this viewer gets it, with their own reaction. */
export async function viewOf(viewer: Viewer | null, post: PostRecord): Promise<PostView> {
  if (!viewer) return presentPost(post, null, null)
  const id = post._id.toHexString()
  const listed = new Map(post.reactions.map(({ userId, emoji }) => [userId.toHexString(), emoji]))
  const own = await ownReactions(viewer.id, [{ id, listed, reactionTotal: post.reactionTotal }])
  return presentPost(post, viewer, own.get(id) ?? null)
}
