import { MEDIA_WORD, wordsIn } from '#server/platform/words.ts'
import type { PostDocument } from '#server/features/posts/posts.model.ts'

/** The words by which a post is found. */
export const searchWords = ({ text, mediaType }: Pick<PostDocument, 'text' | 'mediaType'>): string[] =>
  mediaType ? [...wordsIn(text), MEDIA_WORD] : wordsIn(text)
