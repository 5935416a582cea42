import { vi } from 'vitest'
import type { BatchInput, BatchView } from '#contract/batch.ts'
import type { PostView, PublicPostView, ReactionEmoji } from '#contract/posts.ts'
import { answered } from './make-post.ts'

type Handler = (method: string, path: string, body: Record<string, unknown>) => unknown

/**
 * Answers the client's calls instead of the network. `reply` returns the body, or a Response for any status
 * but 200.
 */
export function answerCalls(reply: Handler): void {
  const answer = async (method: string, path: string, body: Record<string, unknown>) => {
    const answered = await reply(method, path, body)
    return answered instanceof Response ? answered : Response.json(answered)
  }
  vi.stubGlobal('fetch', async (path: string, init: { method?: string; body?: string } = {}) => {
    const body = init.body ? (JSON.parse(init.body) as Record<string, unknown>) : {}
    if (path !== '/api/batch') return answer(init.method ?? 'GET', path, body)
    const { reads } = body as BatchInput
    return Response.json(
      await Promise.all(reads.map(async (read) => partOf(await answer('GET', read.path, {})))),
    )
  })
}

async function partOf(response: Response): Promise<BatchView[number]> {
  const text = await response.text()
  return response.ok
    ? { status: response.status, body: JSON.parse(text) as unknown }
    : { status: response.status, message: text }
}

/** One post and the viewer's reaction to it: the same call again changes nothing. */
export function reacting(post: PublicPostView, viewerId: string) {
  let state = post
  const calls: (ReactionEmoji | null)[] = []
  const held = () => state.reactions.find(({ userId }) => userId === viewerId)?.emoji ?? null
  const react = (emoji: ReactionEmoji | null): PostView => {
    calls.push(emoji)
    if (held() === emoji) return answered(state, emoji)
    const others = state.reactions.filter(({ userId }) => userId !== viewerId)
    const reactions = emoji === null ? others : [{ emoji, userId: viewerId }, ...others]
    const reactionCounts: PublicPostView['reactionCounts'] = {}
    for (const one of reactions) reactionCounts[one.emoji] = (reactionCounts[one.emoji] ?? 0) + 1
    const rev = state.rev + 1
    state = {
      ...state,
      reactions,
      reactionCounts,
      rev,
      _count: { ...state._count, reactions: reactions.length },
    }
    return answered(state, held())
  }
  return { calls, held, react, state: () => state }
}

/** A promise with functions to resolve and reject it. */
export function gate(): { opened: Promise<void>; open: () => void } {
  let open = () => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { opened, open }
}
