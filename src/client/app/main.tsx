import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { loadViewer, noViewer } from '#client/features/account/data/viewer/viewer.actions.ts'
import { App } from './App.tsx'
import { keepShell } from './keep-shell.ts'
import { preloadPage } from './preload.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has lost its #root')

const { dataset } = document.documentElement

function draw(): void {
  createRoot(root!).render(
    <StrictMode>
      <BrowserRouter>
        <App />
      </BrowserRouter>
    </StrictMode>,
  )
}

/** Made in slices: there is something to read meanwhile, and a slow phone still scrolls. */
const drawBehind = (): void => startTransition(draw)

keepShell()
// Without it the page is the same; only nobody hears of what breaks in it.
import('./report-errors.ts').catch(() => undefined)
// The server knows when nobody is signed in. Else it is asked before anything is drawn: who is here decides
// what '/' is.
const viewerKnown = 'visitor' in dataset ? Promise.resolve(noViewer()) : loadViewer()
if ('visitor' in dataset || 'member' in dataset) {
  // What its reader reads is drawn already. Fetched early as well (server, features/site/pages/code.ts);
  // without it the page draws itself like any other.
  void Promise.all([import('./take-over.ts'), viewerKnown])
    .then(([{ readyToTakeOver }]) => readyToTakeOver(location.pathname))
    .then(drawBehind, drawBehind)
} else {
  // The page's code comes meanwhile.
  void viewerKnown.then(() => preloadPage(location.pathname))
  if (location.pathname !== '/') void preloadPage(location.pathname)
  draw()
}
