import type { CreatePostInput } from '#contract/posts.ts'
import { isVisible } from '#contract/text.ts'
import { knownPreview } from '#client/features/media/data/link-previews.store.ts'
import { waitingToast } from '#client/features/moderation/waiting/waiting-toast.ts'
import { publishPost } from '#client/features/posts/data/publish-post.ts'
import { toastFailure } from '#client/live/failure-toast.ts'
import { toast } from '#client/ui/toast.ts'
import type { ArrivedMedia } from '#client/features/media/arrived-media.ts'
import { isPreviewHidden, linkOfDraft } from './draft-link.ts'
import { attemptDone, attemptFailed, attemptFor } from '#client/features/writing/idempotency-key.ts'
import { clearDraft, postDraftKey, draftSlot, setSending, usePostDraft } from '../data/draft.store.ts'
import { answersOf, validateOrToast, validatePollOrToast } from './post-rules.ts'

/** Length of the animation (--duration-flush), ms. The card and an earlier answer wait for its end. */
const FLUSH = 400

/** The toast's text for a failed upload; each place has its own (product section 8). */
export type UploadWords = (message: string) => string
const inFull: UploadWords = (message) => `Failed to upload media: ${message}`

/**
 * Posts the draft as soon as its files are uploaded. Continues when the screen is left; on failure the draft
 * keeps its text and files. True when it is posted or waits for review. Not `useWrite`: it has two phases (upload,
 * post), which every composer on screen shows from the store.
 */
export async function sendDraft(uploadWords: UploadWords = inFull): Promise<boolean> {
  const { sending, viewerId, text, hasMedia, pollOptions } = usePostDraft.getState()
  if (sending || !validateOrToast(text) || !validatePollOrToast(pollOptions)) return false
  setSending(hasMedia ? 'media' : 'post')
  try {
    const media = hasMedia ? await arrived(viewerId, uploadWords) : []
    if (media === FAILED || usePostDraft.getState().viewerId !== viewerId) return false
    setSending('post')
    return await post(media)
  } finally {
    if (usePostDraft.getState().viewerId === viewerId) setSending(null)
  }
}

const FAILED = Symbol('failed')

async function arrived(viewerId: string, uploadWords: UploadWords): Promise<ArrivedMedia[] | typeof FAILED> {
  try {
    const { arrivedMedia } = await import('#client/features/media/arrived-media.ts')
    return await arrivedMedia(draftSlot(viewerId))
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    // An error without a message means that the person removed a file.
    if (message) toast({ variant: 'destructive', title: 'Upload failed', description: uploadWords(message) })
    return FAILED
  }
}

const POST_CREATED = {
  title: 'Post created!',
  description: 'Your post has been shared with the world.',
}

async function post(media: readonly ArrivedMedia[]): Promise<boolean> {
  const draft = usePostDraft.getState()
  const { viewerId } = draft
  const input = inputWith(media)
  const sentKey = `${postDraftKey(viewerId)}:sent`
  // The same text with another warning or file is another post.
  const sent = JSON.stringify(input)
  const { clientId } = attemptFor(sentKey, sent)
  try {
    const answer = await publishPost(
      { ...input, clientId },
      {
        media: media.map(({ view }) => view),
        linkCard: isPreviewHidden(draft) ? null : knownPreview(linkOfDraft(draft)),
        flushed: flush(),
      },
    )
    attemptDone(sentKey, sent)
    for (const { used } of media) used()
    clearDraft()
    toast('held' in answer ? waitingToast(answer) : POST_CREATED)
    return true
  } catch (error) {
    attemptFailed(sentKey, sent, error)
    toastFailure(error, 'Failed to create post')
    return false
  }
}

/**
 * The warning is sent only when its toggle is on (product section 4). Empty alt text is sent as null
 * (DECISIONS row 27).
 */
function inputWith([first, ...others]: readonly ArrivedMedia[]): CreatePostInput {
  const draft = usePostDraft.getState()
  const { text, warned, warning, sensitive, altTexts, quotedId, pollOptions, pollHours, dial } = draft
  const words = (written: string) => (isVisible(written) ? written.trim() : null)
  const altOf = ({ id }: ArrivedMedia) => words(altTexts[id] ?? '')
  return {
    text,
    contentWarn: warned ? words(warning) : null,
    nsfw: sensitive,
    mediaUrl: first?.view.mediaUrl ?? null,
    mediaType: first?.view.mediaType ?? null,
    altText: first ? altOf(first) : null,
    ...(others.length > 0 && {
      morePictures: others.map((one) => ({ mediaUrl: one.view.mediaUrl, altText: altOf(one) })),
    }),
    ...(quotedId !== '' && { quotedId }),
    ...(dial !== '' && { dial }),
    ...(isPreviewHidden(draft) && { hidePreview: true }),
    ...(pollOptions.length > 0 && { poll: { options: answersOf(pollOptions), minutes: 60 * pollHours } }),
  }
}

/** Resolves when the text has gone down; at once for people who prefer reduced motion. */
const flush = () =>
  new Promise<void>((resolve) => {
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    setTimeout(resolve, isStill ? 0 : FLUSH)
  })
