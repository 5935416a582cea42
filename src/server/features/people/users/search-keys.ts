import { fold } from '#server/platform/fold.ts'
import type { Part } from '#server/platform/jobs/walks.ts'
import { rebuildField } from '#server/platform/mongo/derived-field.ts'
import { UserModel, type UserDocument } from './users.model.ts'

// A display name of 50 characters holds at most 25 words; later ones are found through the earlier ones.
const MOST_WORDS = 8

/**
 * The keys a person is found by: the handle, and the display name from each of its words to its end
 * ('ann of cleves', 'of cleves', 'cleves'), so that the start of any word, and several words, are one range
 * of the index.
 */
export function searchKeys({ handle, displayName }: Pick<UserDocument, 'handle' | 'displayName'>): string[] {
  const words = fold(displayName).split(' ')
  const starts = words.slice(0, MOST_WORDS).map((_, at) => words.slice(at).join(' '))
  // A word may open with a quotation mark or a bracket that nobody types.
  const bare = starts.map((start) => start.replace(/^[^\p{L}\p{N}]+/u, ''))
  return [...new Set([handle, ...starts, ...bare])].filter(Boolean)
}

/** Writes the search keys of the next people anew. */
export const rebuildSearchKeys: Part = (after) =>
  rebuildField<UserDocument, 'handle' | 'displayName'>(
    {
      collection: UserModel.collection,
      field: 'searchKeys',
      sources: ['handle', 'displayName'],
      derive: searchKeys,
    },
    after,
  )
