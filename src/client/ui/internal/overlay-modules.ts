import { lazyComponent } from '../lazy-component.ts'
import type { AlertDialogProps } from '../AlertDialog.tsx'
import type { DialogProps } from '../Dialog.tsx'
import type { MenuPanelProps } from '../Menu.tsx'
import type { PopoverProps } from '../Popover.tsx'

// What floats is fetched when first needed, or in an idle moment (OverlayHost), never with a screen's first
// load.
export const menuOverlay = lazyComponent<MenuPanelProps>(
  async () => (await import('./MenuPanel.tsx')).MenuPanel,
)
export const popoverOverlay = lazyComponent<PopoverProps>(
  async () => (await import('./PopoverPanel.tsx')).PopoverPanel,
)
export const dialogOverlay = lazyComponent<DialogProps>(
  async () => (await import('./DialogPanel.tsx')).DialogPanel,
)
export const alertOverlay = lazyComponent<AlertDialogProps>(
  async () => (await import('./AlertPanel.tsx')).AlertPanel,
)
export const toastOverlay = lazyComponent<object>(async () => (await import('./ToastLayer.tsx')).ToastLayer)
export const tooltipOverlay = lazyComponent<object>(
  async () => (await import('./TooltipLayer.tsx')).TooltipLayer,
)
