import { useEffect, useState } from 'react'
import type { Dispatch, SetStateAction } from 'react'
import { localKept } from '#client/ui/storage.ts'
import { useHydrating } from '#client/ui/useHydrating.ts'

/**
 * A text that survives reload and crash under this key; forgotten when it is empty. `begin` makes the first
 * text out of the kept one, without side effects.
 */
export function useStoredText(
  key: string,
  begin: (kept: string) => string = (kept) => kept,
): [string, Dispatch<SetStateAction<string>>] {
  const [text, setText] = useState(() => begin(localKept.read(key) ?? ''))
  useEffect(() => void localKept.keep(key, text), [key, text])
  return [useHydrating() ? '' : text, setText]
}
