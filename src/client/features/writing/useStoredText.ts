import { useEffect, useState } from 'react'
import type { Dispatch, SetStateAction } from 'react'
import { storeDraft, onDraftTaken, peekDraft, takeDraft } from '#client/ui/tab-drafts.ts'
import { useHydrating } from '#client/ui/useHydrating.ts'

/**
 * A text that this browser keeps for this tab under a key, so that it survives a reload. An empty text removes it.
 * `begin` makes the first text from the kept one, without side effects.
 */
export function useStoredText(
  key: string,
  begin: (kept: string) => string = (kept) => kept,
): [string, Dispatch<SetStateAction<string>>] {
  const [text, setText] = useState(() => begin(peekDraft(key)))
  useEffect(() => takeDraft(key), [key])
  useEffect(() => {
    storeDraft(key, text)
    return onDraftTaken(key, () => storeDraft(key, text))
  }, [key, text])
  return [useHydrating() ? '' : text, setText]
}
