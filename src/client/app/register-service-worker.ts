/**
 * Registers the service worker (offline/worker.js) once the page has loaded everything it needs. Not in
 * development, where any file may change at any moment.
 */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // Without it (storage is forbidden, a private window) only the offline mode is missing.
  const register = () => void navigator.serviceWorker.register('/sw.js').catch(() => undefined)
  if (document.readyState === 'complete') register()
  else addEventListener('load', register)
}
