import { Types } from 'mongoose'
import { MEDIA_MESSAGES } from '#contract/media.constants.ts'
import type { CreatePostInput } from '#contract/posts.ts'
import type { ActorView } from '#contract/people.ts'
import type { PollInput } from '#contract/posts.polls.ts'
import { attachAll, visibleOrNull } from '#server/features/media/media-attached.ts'
import type { Named } from '#server/features/media/media-uses.ts'
import { notifyAll } from '#server/features/notifications/notices.service.ts'
import type { Notice } from '#server/features/notifications/notices-write.ts'
import { accountLock, countOnePostEach } from '#server/features/people/users/counters.service.ts'
import { badRequest, unauthorised } from '#server/platform/errors.ts'
import { groupCommits } from '#server/platform/group-commit.ts'
import type { Transaction } from '#server/platform/mongo/transaction.ts'
import { cardOf, type Viewer } from '#server/platform/viewer.ts'
import { clock } from '#server/platform/clock.ts'
import { derivedOf } from './search/search-words.ts'
import { authorSnapshotOf } from './author-snapshots.ts'
import { mentionedIn, mentionNotices } from './post-mentions.ts'
import { readLinkLater } from './post-link-card.ts'
import { PostModel, type PostDocument } from './posts.model.ts'
import { presentPublicPost } from './posts.present.ts'

interface NewPost {
  viewer: Viewer
  draft: PostDocument
  named: readonly Named[]
  mentioned: readonly ActorView[]
  /** Author of the quoted post. */
  quotedAuthorId: string | null
}

/**
 * Writes a post, its author's number of posts and the notifications of the people it mentions in one
 * transaction, together with other people's posts that arrive at the same moment. A post with media is alone
 * in its transaction, because an upload that cannot be attached makes the transaction fail.
 */
export const publishPost = async (
  viewer: Viewer,
  draft: PostDocument,
  { named, quotedAuthorId }: Pick<NewPost, 'named' | 'quotedAuthorId'>,
): Promise<PostDocument> =>
  submitPost(named.length > 0 ? draft._id.toHexString() : 'text', {
    viewer,
    draft,
    named,
    mentioned: await mentionedIn(draft.text),
    quotedAuthorId,
  })

const submitPost = groupCommits<NewPost, PostDocument>({
  ownerOf: ({ viewer }) => viewer.id,
  alsoLocks: ({ viewer }) => [accountLock(viewer.id)],
  areIndependent: true,
  async commit(tx, _, entries) {
    const cards = await countOnePostEach(
      tx,
      entries.map(({ viewer }) => viewer.id),
    )
    const written = new Map<NewPost, PostDocument>()
    for (const entry of entries) {
      const card = cards.get(entry.viewer.id)
      if (card) written.set(entry, await completed(tx, entry, card))
    }
    const posts = [...written.values()]
    if (posts.length > 0) await PostModel.collection.insertMany(posts, { session: tx.session })
    for (const post of posts) {
      tx.emit('post:created', { post: presentPublicPost(post) })
      await readLinkLater(post, tx)
    }
    await notifyAll(tx, [...written.keys()].flatMap(noticesOf))
    return entries.map((entry) => {
      const result = written.get(entry)
      return result ? { result } : { error: unauthorised() }
    })
  },
})

/** The post with its author's current card and its media. */
async function completed(
  tx: Transaction,
  { viewer, draft, named }: NewPost,
  card: ActorView,
): Promise<PostDocument> {
  const { mediaType = null, ...files } = await attachAll(tx, viewer, named, {
    purpose: 'post',
    id: draft._id,
  })
  if (mediaType === 'audio') throw badRequest(MEDIA_MESSAGES.mediaElsewhere)
  const shown = { ...draft, author: authorSnapshotOf(card), ...files, mediaType }
  return { ...shown, ...wording(shown.text, shown.mediaType) }
}

const noticesOf = ({ viewer, draft, mentioned, quotedAuthorId }: NewPost): Notice[] => {
  const postId = draft._id.toHexString()
  const mention = { postId, author: cardOf(viewer), textId: postId }
  return [
    // First: who is quoted and mentioned is notified once.
    ...(quotedAuthorId === null
      ? []
      : mentionNotices([{ id: quotedAuthorId }], { ...mention, where: 'quote' })),
    ...mentionNotices(mentioned, { ...mention, where: 'post' }),
  ]
}

const newPoll = ({ options, minutes }: PollInput, now: Date): PostDocument['poll'] => ({
  options: options.map((text) => ({ text, votes: 0 })),
  votes: 0,
  endsAt: new Date(now.getTime() + minutes * 60_000),
})

/** A new post's record; also used for the demo data. */
export function newPost(
  author: Pick<Viewer, 'id' | 'displayName' | 'handle' | 'avatarUrl'>,
  input: CreatePostInput,
): PostDocument {
  const now = clock.date()
  return {
    _id: clock.id(),
    authorId: new Types.ObjectId(author.id),
    author: authorSnapshotOf(author),
    ...wording(input.text, null),
    mediaUrl: null,
    mediaType: null,
    media: null,
    // A text for a missing picture is dropped.
    altText: input.mediaUrl ? visibleOrNull(input.altText) : null,
    contentWarn: visibleOrNull(input.contentWarn),
    nsfw: input.nsfw ?? false,
    ...(input.quotedId && { quotedId: new Types.ObjectId(input.quotedId) }),
    ...(input.poll && { poll: newPoll(input.poll, now) }),
    ...(input.dial && { dial: input.dial }),
    ...(input.hidePreview && { hidePreview: true as const }),
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

/** The text of a post, and what lists and the search need of it. */
export const wording = (text: string, mediaType: PostDocument['mediaType']) => ({
  text,
  ...derivedOf({ text, mediaType }),
})

/** All that people read in a post, for the spam protection and for admins: its text and the answers of its poll. */
export const wholeText = (text: string, answers: readonly string[] = []): string =>
  [text, ...answers.map((answer) => `- ${answer}`)].join('\n')
