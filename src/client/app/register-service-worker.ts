/**
 * Hands the built shell to the service worker (offline/worker.js), once the page has all it needs itself. Not
 * in development, where every file may be another one in a moment.
 */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // Without it (storage forbidden, a private window) the page is the same, only not without a network.
  const register = () => void navigator.serviceWorker.register('/sw.js').catch(() => undefined)
  if (document.readyState === 'complete') register()
  else addEventListener('load', register)
}
