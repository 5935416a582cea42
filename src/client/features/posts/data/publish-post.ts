import type { LinkCardView } from '#contract/link-cards.ts'
import type { MediaView } from '#contract/media.ts'
import type { PollInput, PollView } from '#contract/posts.polls.ts'
import type { CreatePostInput, PostView, PublicPostView } from '#contract/posts.ts'
import type { HeldReceipt } from '#contract/moderation.ts'
import { currentViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { sendPost } from './posts.api.ts'
import { joinOwn, startSending, stopSending } from './outbox.store.ts'
import { applyPosts } from './posts.store.ts'

/**
 * Publishes a post; it stands at the head of the lists at once. The same clientId is the same post, however
 * often it is sent (LIVE L5). `media` is what it shows, in its order, and `linkCard` its preview.
 * Answers a receipt when it waits for an admin.
 * Throws ApiError; then nothing is shown, and the caller still holds the text.
 */
export async function publishPost(
  input: CreatePostInput & { clientId: string },
  media: readonly MediaView[] = [],
  linkCard: LinkCardView | null = null,
): Promise<PostView | HeldReceipt> {
  startSending({ ...draftOf(input, media), ...(linkCard && { linkCard }) })
  try {
    const post = await sendPost(input)
    if ('held' in post) return post
    applyPosts([post])
    joinOwn(post.id)
    return post
  } finally {
    stopSending(input.clientId)
  }
}

const draftPoll = ({ options, minutes }: PollInput): PollView => ({
  options: options.map((text) => ({ text, votes: 0 })),
  votes: 0,
  endsAt: new Date(Date.now() + minutes * 60_000).toISOString(),
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
  const now = new Date().toISOString()
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
