import { wordsIn } from '#server/platform/words.ts'
import type { PostDocument } from '#server/features/posts/posts.model.ts'

/**
 * Stands among the words of posts with a picture or a video, so that they are found like posts with a word, alone
 * and together with others. No text has it: a sign separates words.
 */
export const MEDIA_WORD = 'has:media'

/** The words by which a post is found. */
export const searchWords = ({ text, mediaType }: Pick<PostDocument, 'text' | 'mediaType'>): string[] =>
  mediaType ? [...wordsIn(text), MEDIA_WORD] : wordsIn(text)
