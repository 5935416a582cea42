import { late } from '../late.ts'
import type { AlertDialogProps } from '../AlertDialog.tsx'
import type { DialogProps } from '../Dialog.tsx'
import type { MenuProps } from '../Menu.tsx'

// What floats is fetched when first needed, or in an idle moment (OverlayHost), never with a screen's first
// load.
export const menuOverlay = late<MenuProps>(async () => (await import('./MenuPanel.tsx')).MenuPanel)
export const dialogOverlay = late<DialogProps>(async () => (await import('./DialogPanel.tsx')).DialogPanel)
export const alertOverlay = late<AlertDialogProps>(async () => (await import('./AlertPanel.tsx')).AlertPanel)
export const toastOverlay = late<object>(async () => (await import('./ToastLayer.tsx')).ToastLayer)
export const tooltipOverlay = late<object>(async () => (await import('./TooltipLayer.tsx')).TooltipLayer)
