/** How often the palace is asked whether it can be reached again, in ms. */
const CHECK_EVERY_MS = 5_000

const news = document.getElementById('news')

/** The page stands at the address that could not be loaded: loading it again is all there is to do. */
async function refreshStale(): Promise<boolean> {
  try {
    const { ok } = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(CHECK_EVERY_MS) })
    if (ok) location.reload()
    return ok
  } catch {
    // Still away.
    return false
  }
}

async function askedByHand(): Promise<void> {
  const isBack = await refreshStale()
  if (!isBack && news)
    news.textContent = 'Still no water. This page comes back by itself when the network does.'
}

document.getElementById('again')?.addEventListener('click', () => void askedByHand())
addEventListener('online', () => void refreshStale())
setInterval(() => void refreshStale(), CHECK_EVERY_MS)
