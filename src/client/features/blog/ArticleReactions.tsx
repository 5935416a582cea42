import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { ReactionEmoji } from '#contract/posts.ts'
import {
  loadReactions,
  toggleArticleReaction,
  useArticleReactions,
} from '#client/features/blog/data/blog.reactions.store.ts'
import { askToLogIn } from '#client/features/account/data/viewer/ask-to-log-in.ts'
import { currentViewer, useViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { useResumedAct } from '#client/features/account/data/viewer/wanted-act.ts'
import { ReactionBar } from '#client/features/writing/emoji/ReactionBar.tsx'
import { runWrite } from '#client/live/use-write.ts'
import { useWatchBlog } from './useWatchBlog.ts'

async function react(id: string, emoji: ReactionEmoji): Promise<void> {
  if (!currentViewer())
    return askToLogIn('Please log in to react to decrees.', { act: { kind: 'react-to-decree', id, emoji } })
  await runWrite({
    write: () => toggleArticleReaction(id, emoji),
    failed: { title: 'Reaction failed', fallback: 'Failed to react to decree' },
  })
}

/** The reactions to a published article, live. */
export const ArticleReactions = ({ id }: { id: string }) => {
  const viewerId = useViewer()?.id ?? null
  const { data: askedAt = 0, refetch } = useQuery({
    queryKey: ['article reactions', viewerId, id],
    queryFn: async ({ signal }) => {
      const begun = Date.now()
      await loadReactions(id, signal)
      return begun
    },
    staleTime: 0,
  })
  useWatchBlog('blog', {
    name: 'article reactions',
    fetchedAt: askedAt,
    fetch: () => refetch({ throwOnError: true }),
  })
  const { counts, own, known } = useArticleReactions(id)
  useResumedAct('react-to-decree', id, known, ({ emoji }) => {
    if (own !== emoji) void react(id, emoji)
  })
  const onReact = useCallback((emoji: ReactionEmoji) => void react(id, emoji), [id])
  return <ReactionBar counts={counts} own={own} onReact={onReact} />
}
