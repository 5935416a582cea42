import { lazyComponent, useLazy } from '#client/ui/lazy-component.ts'
import { listShortcuts, useShortcutsStore } from './shortcuts.store.ts'
import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { isComposing } from '#client/ui/composing.ts'

const dialog = lazyComponent<object>(async () => (await import('./ShortcutsDialog.tsx')).ShortcutsDialog)

interface ShortcutsProps {
  /** Ctrl or Cmd and K. */
  onJump: () => void
}

/** Listens to the keys of the whole page and shows their list. Mounted once, inside the router. */
export const Shortcuts = ({ onJump }: ShortcutsProps) => {
  useShortcuts(onJump)
  const Dialog = useLazy(
    dialog,
    useShortcutsStore(({ listed }) => listed),
    () => listShortcuts(false),
  )
  return Dialog && <Dialog />
}

/** The code of the shortcuts is loaded with the first key. */
const loadKeys = () => import('./keys.ts')

/** Keys are handled in the order in which they were pressed, also while the code is loading. */
let previous: Promise<void> = Promise.resolve()

const KEYS = new Set('?jklcno/ghmprd')
const TYPING = 'input, textarea, select, [contenteditable="true"]'
const IN_THE_WAY = '[role="dialog"], [role="alertdialog"], [role="menu"]'

/**
 * Single keys that move through posts and pages: never while typing, never with modifiers, never below an
 * overlay.
 */
function useShortcuts(onJump: () => void): void {
  const navigate = useNavigate()
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (isJump(event)) {
      event.preventDefault()
      onJump()
      return
    }
    if (!isShortcut(event)) return
    // Some browsers search the page when a key is pressed outside a field.
    event.preventDefault()
    const { key, target, timeStamp } = event
    // When they cannot be fetched, the next key tries again.
    previous = previous
      .then(async () => {
        const { press } = await loadKeys()
        press(key, { at: timeStamp, navigate: (to) => void navigate(to), target: target as Element })
      })
      .catch(() => undefined)
  })
  useEffect(() => {
    const stop = new AbortController()
    document.addEventListener('keydown', (event) => onKeyDown(event), { signal: stop.signal })
    return () => stop.abort()
  }, [])
}

/** In a field as well, where these keys write nothing; never below an overlay. */
const isJump = ({ key, defaultPrevented, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'k' &&
  ctrlKey !== metaKey &&
  !altKey &&
  !shiftKey &&
  !defaultPrevented &&
  !document.querySelector(IN_THE_WAY)

function isShortcut(event: KeyboardEvent): boolean {
  const { key, defaultPrevented, ctrlKey, metaKey, altKey, target } = event
  if (!KEYS.has(key) || defaultPrevented || isComposing(event) || ctrlKey || metaKey || altKey) return false
  if (!(target instanceof Element) || target.closest(TYPING) || document.querySelector(IN_THE_WAY))
    return false
  return useShortcutsStore.getState().enabled
}
