import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { storedAccount } from '#client/features/account/data/viewer/stored-account.ts'
import { setStoredViewer, setViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { setHouseName } from '#client/ui/house-name.ts'
import { importUntilHere } from '#client/ui/lazy-component.ts'
import { workerAddress } from '#client/ui/trusted-types.ts'
import { loadAnnouncement } from '#client/features/site/announcement/Announcement.tsx'
import { seedAnnouncement } from '#client/features/site/data/announcement.store.ts'
import { PAGE_DATA_ID, type PageData } from '#contract/site.first-page.ts'
import { App } from './App.tsx'
import { prepareSeed } from './first-page/seed.ts'
import { preloadPage } from './preload.ts'
import { setServerTime } from '#client/ui/server-time.ts'

const container = document.getElementById('root')
if (!container) throw new Error('index.html has lost its #root')
const root = container

const app = (
  <StrictMode>
    <BrowserRouter>
      <App />
    </BrowserRouter>
  </StrictMode>
)

/** The data from which the document was rendered. Null: the server could not read the session. */
function pageData(): PageData | null {
  const element = document.getElementById(PAGE_DATA_ID)
  // What is private in it is not to stay in the document after a log-out.
  element?.remove()
  return element ? (JSON.parse(element.textContent) as PageData) : null
}

// The tabs of a profile are not in the document, only its posts.
const hasContent = ({ page }: PageData): boolean =>
  page.kind !== 'loading' && !new URLSearchParams(location.search).has('tab')

/**
 * When the data was read. A document from the browser's cache is older than this visit. The two clocks may
 * differ.
 */
const madeAt = ({ at }: PageData): number => Math.min(at, performance.timeOrigin)

/**
 * The document of a signed-in person is as old as its answer. A visitor's may be an older copy: then the server's clock
 * is at least there.
 */
function applyServerTime({ at, viewer }: PageData): void {
  const [answer] = performance.getEntriesByType('navigation')
  if (!(answer instanceof PerformanceNavigationTiming)) return
  const here = performance.timeOrigin + answer.responseStart
  if (viewer || at > here) setServerTime(at, here)
}

async function hydrate(data: PageData): Promise<void> {
  const seed = await prepareSeed(data, location.pathname)
  seed(madeAt(data))
  // In slices: there is something to read meanwhile, and a slow phone still scrolls.
  startTransition(() => void hydrateRoot(root, app))
}

function render(data: PageData | null): void {
  // Who is signed in decides what '/' is, so nothing is rendered before it is known.
  // Without a network the worker answers with the bare frame of the app (offline/worker.js): messages are kept here.
  const isFrame = !data && location.pathname === '/messages'
  const kept = isFrame ? storedAccount() : null
  if (isFrame && !kept) void eraseNobodys()
  if (data) setViewer(data.viewer, madeAt(data), data.unread)
  else {
    if (kept) setStoredViewer(kept)
    void importUntilHere(() => import('#client/features/account/data/viewer/viewer.actions.ts'))
      .then(({ loadViewer }) => loadViewer())
      .then(() => preloadPage(location.pathname))
  }
  if (data || kept || location.pathname !== '/') void preloadPage(location.pathname)
  setHouseName(data?.house)
  seedAnnouncement(data?.announcement)
  // With its code at hand the page does not move. Without it the page is still right, and tries again.
  const draw = () => createRoot(root).render(app)
  if (data?.announcement) void loadAnnouncement().then(draw, draw)
  else draw()
}

/**
 * Messages are kept here of somebody who is no longer known: they go, and what the worker answers then is the page
 * that says that one is offline.
 */
async function eraseNobodys(): Promise<void> {
  const load = () => import('#client/features/messages/data/copy/offline-messages.ts')
  const { eraseOthers } = await importUntilHere(load)
  if (await eraseOthers(null)) location.reload()
}

registerServiceWorker()
// Without it the page is the same; only its errors are not reported.
import('./report-errors.ts').catch(() => undefined)
const data = pageData()
if (data) applyServerTime(data)
if (data && hasContent(data)) hydrate(data).catch(() => render(data))
else render(data)

/**
 * Registers the service worker (offline/worker.js) once the page has loaded everything it needs. Not in
 * development, where any file may change at any moment.
 */
function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // Without it (storage is forbidden, a private window) only the offline mode is missing.
  const register = () => void navigator.serviceWorker.register(workerAddress()).catch(() => undefined)
  if (document.readyState === 'complete') register()
  else addEventListener('load', register)
}
