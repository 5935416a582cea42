import { storedAccount } from '#client/features/account/data/viewer/stored-account.ts'

/** How often the page checks whether the server can be reached again, ms. */
const CHECK_EVERY_MS = 5_000

const news = document.getElementById('news')

/** The page has the address that could not be loaded, so a reload is enough. */
async function refreshStale(): Promise<boolean> {
  try {
    const { ok } = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(CHECK_EVERY_MS) })
    if (ok) location.reload()
    return ok
  } catch {
    // Still unreachable.
    return false
  }
}

async function askedByHand(): Promise<void> {
  const isBack = await refreshStale()
  if (!isBack && news)
    news.textContent = 'Still no water. This page comes back by itself when the network does.'
}

// They are kept in this browser.
const messages = document.getElementById('messages')
if (messages) messages.hidden = storedAccount() === null
document.getElementById('again')?.addEventListener('click', () => void askedByHand())
addEventListener('online', () => void refreshStale())
setInterval(() => void refreshStale(), CHECK_EVERY_MS)
