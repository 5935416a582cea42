import type { Types } from 'mongoose'
import { MESSAGES } from '#contract/errors.ts'
import type { CreatePostInput, DialInput, EditPostInput, PostView } from '#contract/posts.ts'
import { namedIn } from '#server/features/media/media-attached.ts'
import type { Named } from '#server/features/media/media-uses.ts'
import { ownReactions } from '#server/features/posts/reactions/own-reactions.service.ts'
import {
  countText,
  judgeText,
  queueText,
  takeTurn,
  type Queued,
  type Written,
} from '#server/features/moderation/spam/check-spam.ts'
import { earlierAttempts } from '#server/features/moderation/spam/earlier-attempts.ts'
import { ownThing, type Visible } from '#server/features/people/relations/relations.policy.ts'
import { assertAllowed } from '#server/shared/blocks/blocks.store.ts'
import { forbidden, isDuplicateKey, notFound } from '#server/platform/errors.ts'
import { oneAtATime } from '#server/platform/keyed-lock.ts'
import { transact, type Transaction } from '#server/platform/mongo/transaction.ts'
import { cardOf, type Viewer } from '#server/platform/viewer.ts'
import { clock } from '#server/platform/clock.ts'
import { versionsWith } from './post-versions.ts'
import { mentionedIn, notifyMentioned, withdrawMentions } from './post-mentions.ts'
import { knownCardOf, postLinkCardAfter } from './post-link-card.ts'
import { PostModel, PostTombstoneModel, type PostRecord } from './posts.model.ts'
import { canEditPost, visibleOr404 } from './posts.policy.ts'
import { presentPost } from './posts.present.ts'
import { newPost, publishPost, wholeText, wording } from './publish-post.ts'
import { changePost, postLock, recordsOf, visiblePost } from './posts.store.ts'
import { recordChangedWords } from './search/build-blocks.ts'
import { storeShare, type Sharer } from './shares.model.ts'

/**
 * Publishes a post and notifies the people it mentions, or queues it; `post:created` follows the commit. A retry
 * with the same clientId is the same post, even if its text would be refused now.
 */
export async function createPost(
  viewer: Viewer,
  input: CreatePostInput,
): Promise<Written<PostView> | Queued> {
  const text = wholeText(input.text, input.poll?.options)
  const attempt = { kind: 'post', text, allText: allTextOf(input), input } as const
  const endTurn = await takeTurn(viewer, text)
  try {
    const done = await earlier.outcome(viewer, input)
    if (done) return done
    const judged = await judgeText(viewer, attempt)
    await assertQuotable(viewer, input)
    const named = await namedIn(viewer, 'post', input)
    if (judged.verdict !== 'fine') return await queueText(viewer, attempt, judged, named)
    const written = await publishOnce(viewer, input, named)
    if (written.isNew) await countText(viewer, attempt)
    return written
  } finally {
    endTurn()
  }
}

/** All texts of a new post, the descriptions of its pictures included. */
const allTextOf = ({ text, poll, contentWarn, altText, morePictures = [] }: CreatePostInput): string =>
  [wholeText(text, poll?.options), contentWarn, altText, ...morePictures.map((one) => one.altText)]
    .filter(Boolean)
    .join('\n')

/** Publishes a post from the review queue, as new. */
export async function releasePost(viewer: Viewer, input: CreatePostInput): Promise<PostView> {
  const done = await earlier.published(viewer, input)
  return (done ?? (await publishOnce(viewer, input, await namedIn(viewer, 'post', input)))).view
}

/** Throws 404 when the author cannot see the post that is to be quoted. It may be deleted later. */
async function assertQuotable(viewer: Viewer, { quotedId }: CreatePostInput): Promise<void> {
  if (quotedId) await visiblePost(viewer, quotedId)
}

/** To be notified; null also when the author of the quoted post cannot be told any more. */
async function quotedAuthorOf({ quotedId }: CreatePostInput): Promise<string | null> {
  const [quoted] = quotedId ? await recordsOf([quotedId]) : []
  return quoted?.authorId.toHexString() ?? null
}

async function publishOnce(
  viewer: Viewer,
  input: CreatePostInput,
  named: readonly Named[],
): Promise<Written<PostView>> {
  try {
    const draft = newPost(viewer, input)
    // Mostly known already: the author has seen the preview.
    const shown = input.mediaUrl ? draft : { ...draft, ...(await knownCardOf(draft)) }
    const post = await publishPost(viewer, shown, { named, quotedAuthorId: await quotedAuthorOf(input) })
    return { view: presentPost(ownThing(viewer, post), viewer, null), isNew: true }
  } catch (error) {
    const twin = isDuplicateKey(error) ? await earlier.published(viewer, input) : null
    if (!twin) throw error
    return twin
  }
}

const earlier = earlierAttempts<PostRecord, PostView>({
  published: { written: PostModel, deleted: PostTombstoneModel, without: ['words', 'versions'] },
  viewOf: (viewer, post) => postViewOf(viewer, ownThing(viewer, post)),
  gone: () => notFound(MESSAGES.postNotFound),
})

const authorsOf = async (tx: Transaction, postId: Types.ObjectId): Promise<{ id: string }[]> =>
  (await recordsOf([postId.toHexString()], tx)).map(({ authorId }) => ({ id: authorId.toHexString() }))

/** Edits a post and notifies people mentioned for the first time. The same text changes nothing. */
export async function editPost(viewer: Viewer, postId: string, { text }: EditPostInput): Promise<PostView> {
  const mentioned = await mentionedIn(text)
  const record = await changeVisible(viewer, postId, async (tx, post) => {
    if (!canEditPost(viewer, { authorId: post.authorId.toHexString() })) throw forbidden()
    if (post.text === text) return post
    await assertAllowed(viewer, text, post.text)
    const now = clock.date()
    await notifyMentioned(tx, mentioned, { postId, author: cardOf(viewer), where: 'post', textId: postId })
    // Who is quoted has the notification of the quote.
    const kept = post.quotedId ? await authorsOf(tx, post.quotedId) : []
    await withdrawMentions(tx, { textId: postId, before: post.text, mentioned: [...mentioned, ...kept] })
    await recordChangedWords(tx, post)
    const { $set, $unset } = await postLinkCardAfter(tx, post, text)
    return changePost(tx, postId, {
      $set: {
        ...wording(text, post.mediaType),
        ...$set,
        versions: await versionsWith(tx, post),
        editedAt: now,
        updatedAt: now,
      },
      ...($unset && { $unset }),
    })
  })
  return postViewOf(viewer, record)
}

/**
 * Sets or removes the roast dial of the viewer's own post. It counts from the next comment on; what was said
 * before stays.
 */
export async function setDial(viewer: Viewer, postId: string, { dial }: DialInput): Promise<PostView> {
  const record = await changeVisible(viewer, postId, async (tx, post) => {
    if (!canEditPost(viewer, { authorId: post.authorId.toHexString() })) throw forbidden()
    if ((post.dial ?? null) === dial) return post
    return changePost(tx, postId, dial ? { $set: { dial } } : { $unset: { dial: 1 } })
  })
  return postViewOf(viewer, record)
}

/**
 * Counts a share: once for each person, for visitors once a day and `network`. Another share succeeds without
 * being counted.
 */
export async function sharePost(viewer: Viewer | null, postId: string, network: string): Promise<PostView> {
  const sharer: Sharer = viewer ? { kind: 'person', id: viewer.id } : { kind: 'network', id: network }
  const share: Change = async (tx, post) =>
    (await storeShare(tx, postId, sharer)) ? changePost(tx, postId, { $inc: { shareCount: 1 } }) : post
  const record = await changeVisible(viewer, postId, share).catch((error: unknown) => {
    // Another process counts the same share at this moment.
    if (!isDuplicateKey(error)) throw error
    return visiblePost(viewer, postId)
  })
  return postViewOf(viewer, record)
}

type Change = (tx: Parameters<typeof changePost>[0], post: PostRecord) => Promise<PostRecord>

/** Changes a post that the viewer can see, after the changes of this process that came before. */
export const changeVisible = (
  viewer: Viewer | null,
  postId: string,
  change: Change,
): Promise<Visible<PostRecord>> =>
  oneAtATime(postLock(postId), () =>
    transact(async (tx) => visibleOr404(viewer, await change(tx, await visiblePost(viewer, postId, tx)))),
  )

/** The post as this viewer gets it, with their own reaction. */
export async function postViewOf(viewer: Viewer | null, post: Visible<PostRecord>): Promise<PostView> {
  const [view] = await postViewsOf(viewer, [post])
  return view!
}

/** The same for several posts: one read of the viewer's reactions. */
export async function postViewsOf(
  viewer: Viewer | null,
  posts: readonly Visible<PostRecord>[],
): Promise<PostView[]> {
  const reacted = posts.map(({ _id, reactions, reactionTotal }) => ({
    id: _id.toHexString(),
    listed: new Map(reactions.map(({ userId, emoji }) => [userId.toHexString(), emoji])),
    reactionTotal,
  }))
  const own = viewer ? await ownReactions(viewer.id, reacted) : null
  return posts.map((post) => presentPost(post, viewer, own?.get(post._id.toHexString()) ?? null))
}
