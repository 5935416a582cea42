import { createStore } from '#client/live/create-store.ts'
import { browserStorage } from '#client/ui/storage.ts'

const KEY = 'rf-shortcuts'

interface ShortcutsState {
  /** The list of them is shown. */
  listed: boolean
  /**
   * Whether single keys are active: people who use speech input can turn them off (WCAG 2.1.4). Kept on this
   * device.
   */
  enabled: boolean
}

export const useShortcutsStore = createStore<ShortcutsState>(() => ({
  listed: false,
  enabled: browserStorage.read(KEY) !== 'off',
}))

export const listShortcuts = (listed: boolean): void => useShortcutsStore.setState({ listed })

export function enableShortcuts(enabled: boolean): void {
  browserStorage.keep(KEY, enabled ? 'on' : 'off')
  useShortcutsStore.setState({ enabled })
}
