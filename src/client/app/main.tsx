import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import '#client/entities/viewer/viewer.live.ts'
import { loadViewer, noViewer } from '#client/entities/viewer/viewer.session.ts'
import { App } from './App.tsx'
import { keepShell } from './keep-shell.ts'
import { preloadPage } from './preload.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has lost its #root')

const { dataset } = document.documentElement

function draw(): void {
  delete dataset['waking']
  createRoot(root!).render(
    <StrictMode>
      <BrowserRouter>
        <App />
      </BrowserRouter>
    </StrictMode>,
  )
}

keepShell()
if ('visitor' in dataset) {
  // The server knows that nobody is signed in, and has drawn what visitors read.
  noViewer()
  // Fetched early as well (server, features/pages/code.ts); without it the page draws itself like any other.
  void import('./take-over.ts').then(({ readyToTakeOver }) => readyToTakeOver(location.pathname)).then(draw, draw)
} else {
  // Asked before anything is drawn: who is here decides what '/' is. The page's code comes meanwhile.
  void loadViewer().then(() => preloadPage(location.pathname))
  if (location.pathname !== '/') void preloadPage(location.pathname)
  draw()
}
