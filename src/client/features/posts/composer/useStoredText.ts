import { useEffect, useState } from 'react'
import type { Dispatch, SetStateAction } from 'react'
import { localKept } from '#client/ui/storage.ts'
import { useHydrating } from '#client/ui/useHydrating.ts'

/**
 * A text kept in localStorage under this key, so that it survives a reload. An empty text removes the key.
 * `begin` makes the first text from the stored one, without side effects.
 */
export function useStoredText(
  key: string,
  begin: (kept: string) => string = (kept) => kept,
): [string, Dispatch<SetStateAction<string>>] {
  const [text, setText] = useState(() => begin(localKept.read(key) ?? ''))
  useEffect(() => void localKept.keep(key, text), [key, text])
  return [useHydrating() ? '' : text, setText]
}
