import { late, useLate } from '#client/ui/late.ts'
import { listShortcuts, useShortcutsStore } from './shortcuts.store.ts'
import { useShortcuts } from './useShortcuts.ts'

const dialog = late<object>(async () => (await import('./ShortcutsDialog.tsx')).ShortcutsDialog)

/** Listens to single keys, and shows the list of them. Once, inside the router. */
export const Shortcuts = () => {
  useShortcuts()
  const Dialog = useLate(
    dialog,
    useShortcutsStore(({ listed }) => listed),
    () => listShortcuts(false),
  )
  return Dialog && <Dialog />
}
