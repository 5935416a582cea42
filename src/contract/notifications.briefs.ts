import type { PublicCommentView } from './comments.ts'
import type { CommentBrief, PostBrief } from './notifications.ts'
import type { PublicPostView } from './posts.ts'
import { cutText } from './text.ts'

// What a line about a post or a comment shows, made of its public view: the server makes the first one, and pages
// make the next ones of what is pushed.

/** Characters of a brief. */
const POST_BRIEF = 80
const COMMENT_BRIEF = 140

const oneLine = (text: string, most: number): string => cutText(text.replaceAll(/\s+/g, ' ').trim(), most)

export function postBrief(post: PublicPostView): PostBrief {
  const { id, rev, authorId, text, contentWarn, nsfw, media } = post
  const isPlain = contentWarn === null && !nsfw && media?.state === 'ready'
  return {
    id,
    rev,
    authorId,
    text: oneLine(contentWarn ?? text, POST_BRIEF),
    thumbnail: isPlain ? (media.poster ?? media.variants.card) : null,
  }
}

export const commentBrief = ({ id, rev, authorId, text }: PublicCommentView): CommentBrief => ({
  id,
  rev,
  authorId,
  text: oneLine(text, COMMENT_BRIEF),
})
