import { lazyComponent, useLazy } from '#client/ui/lazy-component.ts'
import { listShortcuts, useShortcutsStore } from './shortcuts.store.ts'
import { useShortcuts } from './useShortcuts.ts'

const dialog = lazyComponent<object>(async () => (await import('./ShortcutsDialog.tsx')).ShortcutsDialog)

/** Listens to single keys and shows their list. Mounted once, inside the router. */
export const Shortcuts = () => {
  useShortcuts()
  const Dialog = useLazy(
    dialog,
    useShortcutsStore(({ listed }) => listed),
    () => listShortcuts(false),
  )
  return Dialog && <Dialog />
}
