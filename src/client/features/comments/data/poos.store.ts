import type { PublicCommentView } from '#contract/comments.ts'
import { createStore } from '#client/live/create-store.ts'
import { onReset } from '#client/live/registry.ts'
import { sendPoo } from './comments.api.ts'
import { applyAnsweredComment } from './comments.store.ts'
import { ownPartOf, useOwnPart } from './own-parts.store.ts'
import { applyPushedReply } from './replies/replies.store.ts'
import { considerRoast } from './roast.store.ts'

/** The poos that the server has not confirmed yet, by comment: laid over the record, never written into it. */
const useWishes = createStore<{ wanted: ReadonlyMap<string, boolean> }>(() => ({ wanted: new Map() }))

onReset(() => useWishes.setState({ wanted: new Map() }))

const wantedOf = (id: string): boolean | undefined => useWishes.getState().wanted.get(id)

function want(id: string, pooed: boolean | null): void {
  const wanted = new Map(useWishes.getState().wanted)
  if (pooed === null) wanted.delete(id)
  else wanted.set(id, pooed)
  useWishes.setState({ wanted })
}

const underWay = new Set<string>()

/**
 * Gives a comment the viewer's poo, or takes it back, shown at once. The calls of one comment run one after the
 * other until the server has what was wanted last. Throws ApiError to the first caller; then the stored state
 * shows again.
 */
export async function togglePoo(id: string): Promise<void> {
  want(id, !(wantedOf(id) ?? ownPartOf(id)?.pooed ?? false))
  if (underWay.has(id)) return
  underWay.add(id)
  try {
    let sent: boolean | undefined
    // Undefined: the session has ended meanwhile.
    for (let next = wantedOf(id); next !== undefined && next !== sent; next = wantedOf(id)) {
      sent = next
      const answer = await sendPoo(id, next)
      applyAnsweredComment(answer)
      applyPushedReply(answer)
      considerRoast(answer)
    }
  } finally {
    underWay.delete(id)
    want(id, null)
  }
}

/** A comment's poos as they are shown, with the viewer's pending change. */
export function useShownPoos({ id, poos, rev }: PublicCommentView): { count: number; pooed: boolean } {
  const wish = useWishes(({ wanted }) => wanted.get(id))
  const own = useOwnPart(id)
  const stored = own?.pooed ?? false
  const pooed = wish ?? stored
  // The push of the figure may come after the push of the viewer's own change, which it does not count yet.
  const counted = own && own.rev > rev ? !stored : stored
  return { count: Math.max(0, poos + Number(pooed) - Number(counted)), pooed }
}
