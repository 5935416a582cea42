import { CreateCommentInput } from '#contract/comments.ts'
import { badRequest } from '#server/platform/errors.ts'
import { hiding, type ModeratedKind, type Release } from '#server/platform/moderated.ts'
import { commentText, putCommentBack, takeCommentOut } from './comments.hiding.ts'
import { visibleComment } from './comments.list.ts'
import { releaseComment } from './comments.service.ts'

export const moderatedComment: ModeratedKind = {
  async find(viewer, id) {
    const { authorId, text, postId } = await visibleComment(viewer, id)
    return { ownerId: authorId, text, mediaUrl: null, path: `/p/${postId.toHexString()}` }
  },
  async current(id) {
    const text = await commentText(id)
    return text === null ? null : { text, media: null }
  },
  hiding: hiding({
    takeOut: takeCommentOut,
    putBack: putCommentBack,
    forget: async () => {},
    shown: ({ text }) => ({ text, media: null }),
  }),
}

export const releaseHeldComment: Release = async (author, postId, input) => {
  if (!postId) throw badRequest()
  return (await releaseComment(author, postId, CreateCommentInput.parse(input))).postId
}
