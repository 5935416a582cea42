import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { loadViewer, noViewer } from '#client/features/account/data/viewer/viewer.actions.ts'
import { PAGE_DATA_ID, type PageData } from '#contract/site.first-page.ts'
import { App } from './App.tsx'
import { prepareSeed } from './first-page/seed.ts'
import { preloadPage } from './preload.ts'
import { registerServiceWorker } from './register-service-worker.ts'

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

/** What the document was rendered from; null when it came without its page. */
function pageData(): PageData | null {
  const text = document.getElementById(PAGE_DATA_ID)?.textContent
  // A tab of a profile is not in the document, which has the posts.
  return text && !new URLSearchParams(location.search).has('tab') ? (JSON.parse(text) as PageData) : null
}

async function hydrate(data: PageData): Promise<void> {
  const seed = await prepareSeed(data, location.pathname)
  // A document from the browser's cache is older than this visit. The two clocks may differ.
  seed(Math.min(data.at, performance.timeOrigin))
  // In slices: there is something to read meanwhile, and a slow phone still scrolls.
  startTransition(() => void hydrateRoot(root, app))
}

function render(): void {
  // The server knows when nobody is signed in. Else it is asked before anything is drawn: who is here decides
  // what '/' is.
  const viewerKnown =
    'visitor' in document.documentElement.dataset ? Promise.resolve(noViewer()) : loadViewer()
  void viewerKnown.then(() => preloadPage(location.pathname))
  if (location.pathname !== '/') void preloadPage(location.pathname)
  createRoot(root).render(app)
}

registerServiceWorker()
// Without it the page is the same; only nobody hears of what breaks in it.
import('./report-errors.ts').catch(() => undefined)
const data = pageData()
if (data) hydrate(data).catch(render)
else render()
