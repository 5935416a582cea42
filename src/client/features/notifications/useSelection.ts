import { useState } from 'react'

/** Which of the shown ones are ticked. What is no longer shown is no longer ticked. */
export function useSelection(shownIds: readonly string[]) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const selected = shownIds.filter((id) => ticked.has(id))
  const all = shownIds.length > 0 && selected.length === shownIds.length
  return {
    selected,
    all,
    has: (id: string) => ticked.has(id),
    toggle: (id: string) => setTicked((held) => flipped(held, id)),
    toggleAll: () => setTicked(all ? new Set() : new Set(shownIds)),
    clear: () => setTicked(new Set()),
  }
}

function flipped(held: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(held)
  if (!next.delete(id)) next.add(id)
  return next
}
