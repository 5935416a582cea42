/*
 * What floats is fetched when first needed, or in an idle moment (OverlayHost), never with a screen's first load.
 * The loaders live here so that both name the same chunks.
 */
export const loadMenu = async () => ({ default: (await import('./MenuPanel.tsx')).MenuPanel })
export const loadDialog = async () => ({ default: (await import('./DialogPanel.tsx')).DialogPanel })
export const loadAlert = async () => ({ default: (await import('./AlertPanel.tsx')).AlertPanel })
export const loadToasts = async () => ({ default: (await import('./ToastLayer.tsx')).ToastLayer })
export const loadTooltips = async () => ({ default: (await import('./TooltipLayer.tsx')).TooltipLayer })

/** All of them, so that they are at hand when the network no longer is. */
export const loadOverlays = () => Promise.all([loadMenu(), loadDialog(), loadAlert()])
