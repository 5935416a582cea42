import { hashtagsIn, mentionsIn } from '#contract/rich-text.ts'
import { MEDIA_WORD, wordsIn } from '#server/platform/words.ts'
import type { PostDocument } from '#server/features/posts/posts.model.ts'

/** The words by which a post is found. */
const searchWords = ({ text, mediaType }: Pick<PostDocument, 'text' | 'mediaType'>): string[] =>
  mediaType ? [...wordsIn(text), MEDIA_WORD] : wordsIn(text)

/** What lists and the search need of a post's text. */
export const derivedOf = (post: Pick<PostDocument, 'text' | 'mediaType'>) => ({
  hashtags: hashtagsIn(post.text),
  mentions: mentionsIn(post.text).length > 0,
  words: searchWords(post),
})
