import type { LinkCardView } from '#contract/link-cards.ts'
import type { MediaView } from '#contract/media.ts'
import type { PollInput, PollView } from '#contract/posts.polls.ts'
import type { CreatePostInput, PostView, PublicPostView } from '#contract/posts.ts'
import type { HeldReceipt } from '#contract/moderation.ts'
import { currentViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { sendPost } from './posts.api.ts'
import { arrive, showSending, startSending, stopSending } from './outbox.store.ts'
import { applyPosts } from './posts.store.ts'
import { serverNow } from '#client/ui/server-time.ts'

interface Shown {
  /** What the post shows, in its order. */
  media: readonly MediaView[]
  /** The preview of its link. */
  linkCard: LinkCardView | null
  /** When the composer has emptied: the card comes then, whether or not the server has answered. */
  flushed: Promise<void>
}

/**
 * Publishes a post; it stands at the head of the lists as soon as the composer has emptied. The same clientId is the
 * same post, however often it is sent (LIVE L5). Answers a receipt when it waits for an admin.
 * Throws ApiError; then nothing is shown, and the caller still holds the text.
 */
export async function publishPost(
  input: CreatePostInput & { clientId: string },
  { media, linkCard, flushed }: Shown,
): Promise<PostView | HeldReceipt> {
  const { clientId } = input
  startSending(clientId)
  let answered = false
  void flushed.then(
    () => answered || showSending({ ...draftOf(input, media), ...(linkCard && { linkCard }) }),
  )
  try {
    const post = await sendPost(input)
    answered = true
    await flushed
    if ('held' in post) return post
    applyPosts([post])
    arrive(post.id, clientId)
    return post
  } finally {
    stopSending(clientId)
  }
}

const draftPoll = ({ options, minutes }: PollInput): PollView => ({
  options: options.map((text) => ({ text, votes: 0 })),
  votes: 0,
  endsAt: new Date(serverNow() + minutes * 60_000).toISOString(),
})

function draftOf(
  { clientId, ...input }: CreatePostInput & { clientId: string },
  [first, ...others]: readonly MediaView[],
): PublicPostView {
  const { id, handle, displayName, avatarUrl } = currentViewer() ?? {
    id: '',
    handle: '',
    displayName: '',
    avatarUrl: null,
  }
  const now = new Date(serverNow()).toISOString()
  return {
    id: clientId,
    text: input.text,
    authorId: id,
    author: { id, handle, displayName, avatarUrl },
    createdAt: now,
    updatedAt: now,
    editedAt: null,
    mediaUrl: input.mediaUrl ?? null,
    mediaType: input.mediaType ?? null,
    media: first ?? null,
    altText: input.altText ?? null,
    ...(others.length > 0 && {
      morePictures: others.map((media, at) => ({
        media,
        altText: input.morePictures?.[at]?.altText ?? null,
      })),
    }),
    contentWarn: input.contentWarn ?? null,
    nsfw: input.nsfw ?? false,
    ...(input.quotedId && { quotedId: input.quotedId }),
    ...(input.poll && { poll: draftPoll(input.poll) }),
    ...(input.dial && { dial: input.dial }),
    reactions: [],
    reactionCounts: {},
    shareCount: 0,
    _count: { comments: 0, reactions: 0 },
    rev: 0,
  }
}
