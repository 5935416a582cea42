import type { PublicCommentView } from '#contract/comments.ts'
import { createOverlay } from '#client/live/overlay.ts'
import { sendPoo } from './comments.api.ts'
import { applyComments } from './comments.store.ts'
import { ownCommentPartOf, useOwnPart } from './own-parts.store.ts'
import { considerRoast } from './roast.store.ts'

const pending = createOverlay<boolean>()

/** Gives a comment the viewer's poo, or takes it back, shown at once. Throws ApiError to the first caller. */
export const togglePoo = (id: string): Promise<void> =>
  pending.set(id, !(pending.get(id) ?? ownCommentPartOf(id)?.pooed ?? false), async (pooed) => {
    const answer = await sendPoo(id, pooed)
    considerRoast(answer)
    applyComments([answer])
  })

/** A comment's poos as they are shown, with the viewer's pending change. */
export function useShownPoos({ id, poos, rev }: PublicCommentView): { count: number; pooed: boolean } {
  const chosen = pending.useValue(id)
  const own = useOwnPart(id)
  const stored = own?.pooed ?? false
  const pooed = chosen ?? stored
  // The push of the figure may come after the push of the viewer's own change, which it does not count yet.
  const counted = own && own.rev > rev ? !stored : stored
  return { count: Math.max(0, poos + Number(pooed) - Number(counted)), pooed }
}
