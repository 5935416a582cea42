import { TIMINGS } from '#contract/limits.ts'
import type { MessageView } from '#contract/messages.ts'
import { createStore } from '#client/live/create-store.ts'
import { onReset } from '#client/live/registry.ts'

interface JustSent {
  /** Messages that this tab sent a moment ago: they can be taken back. */
  ids: ReadonlySet<string>
  /** The words of a message that was taken back, until the field to this person takes them. */
  returned: { personId: string; content: string } | null
}

const NOTHING: JustSent = { ids: new Set(), returned: null }

export const useJustSent = createStore<JustSent>(() => NOTHING)

/** Offers to take a message back for a while. */
export function offerTakeBack(id: string): void {
  useJustSent.setState(({ ids }) => ({ ids: new Set(ids).add(id) }))
  setTimeout(() => endOffer(id), TIMINGS.undoOffer)
}

export const endOffer = (id: string): void =>
  useJustSent.setState(({ ids }) => ({ ids: new Set([...ids].filter((other) => other !== id)) }))

/** Gives the words of a message back to the field. */
export const returnWords = ({ receiverId, content }: MessageView): void =>
  useJustSent.setState({ returned: { personId: receiverId, content } })

export const takeReturned = (): void => useJustSent.setState({ returned: null })

onReset(() => useJustSent.setState(NOTHING))
