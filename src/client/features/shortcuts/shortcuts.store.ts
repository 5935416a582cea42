import { create } from 'zustand'

const KEY = 'rf-shortcuts'

const remembered = (): boolean => {
  try {
    return localStorage.getItem(KEY) !== 'off'
  } catch {
    // Storage may be forbidden; then they are on, as for everybody new.
    return true
  }
}

interface ShortcutsState {
  /** The list of them is shown. */
  listed: boolean
  /** Whether single keys do anything: who speaks to their device can turn them off (WCAG 2.1.4). Kept on this device. */
  enabled: boolean
}

export const useShortcutsStore = create<ShortcutsState>(() => ({ listed: false, enabled: remembered() }))

export const listShortcuts = (listed: boolean): void => useShortcutsStore.setState({ listed })

export function enableShortcuts(enabled: boolean): void {
  try {
    localStorage.setItem(KEY, enabled ? 'on' : 'off')
  } catch {
    // Not remembered then, but it still holds for this visit.
  }
  useShortcutsStore.setState({ enabled })
}
