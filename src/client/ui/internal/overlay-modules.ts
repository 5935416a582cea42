import type { ComponentType } from 'react'
import type { AlertDialogProps } from '../AlertDialog.tsx'
import type { DialogProps } from '../Dialog.tsx'
import type { MenuProps } from '../Menu.tsx'

/** A component that is fetched when it is needed, and stays at hand from then on. */
export interface Overlay<Props> {
  /** The component, once it is here. */
  peek: () => ComponentType<Props> | undefined
  /** Rejects when the network fails; the next call tries again. */
  load: () => Promise<ComponentType<Props>>
}

const overlay = <Props>(fetch: () => Promise<ComponentType<Props>>): Overlay<Props> => {
  let here: ComponentType<Props> | undefined
  return {
    peek: () => here,
    load: async () => {
      here ??= await fetch()
      return here
    },
  }
}

/*
 * What floats is fetched when first needed, or in an idle moment (OverlayHost), never with a screen's first load.
 * Not by React.lazy: that remembers a failed fetch for ever, and a menu that was opened in a tunnel would take the
 * whole page down with it.
 */
export const menuOverlay = overlay<MenuProps>(async () => (await import('./MenuPanel.tsx')).MenuPanel)
export const dialogOverlay = overlay<DialogProps>(async () => (await import('./DialogPanel.tsx')).DialogPanel)
export const alertOverlay = overlay<AlertDialogProps>(async () => (await import('./AlertPanel.tsx')).AlertPanel)
export const toastOverlay = overlay<object>(async () => (await import('./ToastLayer.tsx')).ToastLayer)
export const tooltipOverlay = overlay<object>(async () => (await import('./TooltipLayer.tsx')).TooltipLayer)
