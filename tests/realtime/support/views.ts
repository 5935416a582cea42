import type { UploadView } from '#contract/media.ts'
import type { PublicPostView } from '#contract/posts.ts'

/** A post as pushes carry it. */
export function postView(id: string, authorId: string, more: Partial<PublicPostView> = {}): PublicPostView {
  const at = '2026-01-01T00:00:00.000Z'
  return {
    id, authorId, text: 'A thought from the throne.', author: { id: authorId, handle: 'somebody', displayName: 'Somebody', avatarUrl: null },
    createdAt: at, updatedAt: at, editedAt: null, mediaUrl: null, mediaType: null, media: null, altText: null, contentWarn: null, nsfw: false,
    reactions: [], reactionCounts: {}, shareCount: 0, _count: { comments: 0, reactions: 0 }, rev: 1, ...more,
  }
}

/** An upload under way, as its owner gets it. */
export const upload = (state: UploadView['state'], progress: number): UploadView => ({
  id: 'a'.repeat(24), kind: 'video', state, mediaUrl: '/api/media/direct/a.mp4', mediaType: 'video', width: 1280, height: 720, aspect: 16 / 9, placeholder: null,
  variants: { avatar: null, card: null, full: null }, poster: null, duration: 12, purpose: 'post', progress, error: null, claimed: false, createdAt: new Date().toISOString(), rev: 1,
})
