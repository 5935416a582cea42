import { useEffect, useEffectEvent } from 'react'
import type { ReactionEmoji } from '#contract/posts.ts'
import { tabStorage } from '#client/ui/storage.ts'
import { useIsSignedIn } from './viewer.store.ts'

/** What a visitor was about to do. `id`: of the post; else of the article, the comment or the person. */
export type WantedAct =
  | { kind: 'react'; id: string; emoji: ReactionEmoji }
  | { kind: 'react-to-decree'; id: string; emoji: ReactionEmoji }
  | { kind: 'comment'; id: string }
  | { kind: 'poo'; id: string }
  | { kind: 'vote'; id: string; option: number }
  | { kind: 'follow'; id: string }

const KEY = 'royal-flush:wanted-act'
/** Later nobody expects it any more. ms. */
const VALID_MS = 30 * 60_000

interface KeptAct {
  act: WantedAct
  until: number
}

/** Kept in this tab, over the log-in, the sign-up and the way to Google and back. The last act counts. */
export const storeAct = (act: WantedAct): void =>
  void tabStorage.saveJson(KEY, { act, until: Date.now() + VALID_MS } satisfies KeptAct)

export const forgetAct = (): void => tabStorage.remove(KEY)

/** The kept act on this thing; it is given out once. */
function takeAct<Kind extends WantedAct['kind']>(kind: Kind, id: string) {
  const kept = tabStorage.readJson(KEY, (value) => value as KeptAct)
  if (kept?.act.kind !== kind || kept.act.id !== id) return null
  forgetAct()
  return kept.until > Date.now() ? (kept.act as Extract<WantedAct, { kind: Kind }>) : null
}

/**
 * Runs once when the person who was asked to log in before an act is signed in, and what the act needs is
 * `ready` on their screen.
 */
export function useResumedAct<Kind extends WantedAct['kind']>(
  kind: Kind,
  id: string,
  ready: boolean,
  resume: (act: Extract<WantedAct, { kind: Kind }>) => void,
): void {
  const signedIn = useIsSignedIn()
  const onAct = useEffectEvent(resume)
  useEffect(() => {
    const act = signedIn && ready ? takeAct(kind, id) : null
    if (act) onAct(act)
  }, [signedIn, ready, kind, id])
}
