import { rebuildFields } from '#server/platform/mongo/derived-field.ts'
import type { Part } from '#server/platform/jobs/walks.ts'
import { MEDIA_WORD, wordsIn } from '#server/platform/words.ts'
import { MessageModel, type MessageDocument } from '../messages.model.ts'

/**
 * Every message has it that is neither deleted nor a line of the thread, so that a search without words is
 * one range as well. No text has it.
 */
export const ANY_WORD = 'is:message'

/** The words by which a message is found. */
export const searchWords = ({
  content,
  mediaType,
}: Pick<MessageDocument, 'content' | 'mediaType'>): string[] => [
  ANY_WORD,
  ...wordsIn(content),
  ...(mediaType ? [MEDIA_WORD] : []),
]

/** Rebuilds the search words of the next messages. */
export const rebuildMessageWords: Part = (after) =>
  rebuildFields<MessageDocument, 'content' | 'mediaType' | 'deleted' | 'notice', 'words'>(
    {
      collection: MessageModel.collection,
      fields: ['words'],
      sources: ['content', 'mediaType', 'deleted', 'notice'],
      derive: (message) => ({
        words: message.deleted || message.notice ? undefined : searchWords(message),
      }),
    },
    after,
  )
