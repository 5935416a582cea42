import { Types } from 'mongoose'
import { momentsOf, type Search } from '#contract/posts.search.ts'
import { loadActorsByHandle } from '#server/features/people/users/people.service.ts'
import { newestPosts, type PostList, type PostRow } from '#server/features/posts/post-lists.ts'
import { badRequest } from '#server/platform/errors.ts'
import type { CursorRange } from '#server/platform/cursor-pages.ts'
import { MEDIA_WORD, searchTerms, type SearchTerms } from '#server/platform/words.ts'
import { postsWith, rowsOfPerson } from './post-search.ts'

/**
 * The posts that a search finds, newest first; null for one that can find nothing. Who may see them is decided
 * later, as for every list. Throws 400 with a sentence for a wrong filter.
 */
export async function postsFoundBy({ words, filters, fault }: Search): Promise<PostList | null> {
  if (fault !== null) throw badRequest(fault)
  const terms = searchTerms(words)
  const isEmpty = words === '' && Object.keys(filters).length === 0
  if (isEmpty || (terms === null && words !== '')) return null
  const list =
    filters.from === undefined
      ? listOf(terms, filters.media)
      : await listBy(filters.from, terms, filters.media)
  return list && within(list, momentsOf(filters))
}

function listOf(terms: SearchTerms | null, media: true | undefined): PostList {
  if (!terms && !media) return newestPosts
  const { words, literals } = terms ?? { words: [], literals: [] }
  // Behind the words: the first one narrows most.
  return postsWith({ words: media ? [...words, MEDIA_WORD] : words, literals })
}

/** One person's posts are one range of an index, and their words are checked in the posts. */
async function listBy(
  handle: string,
  terms: SearchTerms | null,
  media: true | undefined,
): Promise<PostList | null> {
  const author = (await loadActorsByHandle([handle])).get(handle)
  if (!author) return null
  const wanted = terms ?? { words: [], literals: [] }
  return {
    key: `words:${JSON.stringify({ by: author.id, ...wanted, media })}`,
    skeleton: (range) => rowsOfPerson(new Types.ObjectId(author.id), media ?? false, wanted, range),
  }
}

interface Moments {
  since: number | null
  until: number | null
}

/** The part of a list between two moments. */
function within(list: PostList, { since, until }: Moments): PostList {
  if (since === null && until === null) return list
  const isIn = ({ at }: PostRow) => (since === null || at >= since) && (until === null || at < until)
  return {
    key: `${list.key} ${since ?? ''}-${until ?? ''}`,
    async skeleton(range: CursorRange) {
      if (range.at !== undefined) return (await list.skeleton(range)).filter(isIn)
      const { before = null } = range
      const from = until === null ? before : Math.min(before ?? until, until)
      if (since !== null && from !== null && from <= since) return []
      // Rows before `since` are the end: a page with fewer rows than asked for is the last one.
      return (await list.skeleton({ ...range, before: from })).filter(isIn)
    },
  }
}
