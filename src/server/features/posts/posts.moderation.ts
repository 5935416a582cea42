import { CreatePostInput } from '#contract/posts.ts'
import { hiding, type ModeratedKind, type Release, type ShownThing } from '#server/platform/moderated.ts'
import { forgetHiddenPost, putPostBack, takePostOut } from './posts.hiding.ts'
import { presentPublicPost } from './posts.present.ts'
import { releasePost } from './posts.service.ts'
import { postLock, recordsOf, visiblePost } from './posts.store.ts'

export const moderatedPost: ModeratedKind = {
  async find(viewer, id) {
    const { authorId, text, mediaUrl } = await visiblePost(viewer, id)
    return { ownerId: authorId, text, mediaUrl, path: `/p/${id}` }
  },
  async current(id) {
    const [post] = await recordsOf([id])
    return post ? shown(post) : null
  },
  hiding: hiding({ takeOut: takePostOut, putBack: putPostBack, forget: forgetHiddenPost, shown }),
  lock: postLock,
}

function shown(post: Parameters<typeof presentPublicPost>[0]): ShownThing {
  const { text, mediaUrl, mediaType, media, altText, contentWarn, nsfw } = presentPublicPost(post)
  return {
    text,
    media: mediaUrl === null ? null : { mediaUrl, mediaType, media, altText, contentWarn, nsfw },
  }
}

export const releaseHeldPost: Release = async (author, _postId, input) =>
  (await releasePost(author, CreatePostInput.parse(input))).id
