import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import '#client/entities/viewer/viewer.live.ts'
import { loadViewer, noViewer } from '#client/entities/viewer/viewer.session.ts'
import { App } from './App.tsx'
import { keepShell } from './keep-shell.ts'
import { preloadPage } from './preload.ts'
import { readyToTakeOver } from './take-over.ts'

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
  void readyToTakeOver(location.pathname).then(draw)
} else {
  // Asked before anything is drawn: who is here decides what '/' is. The page's code comes meanwhile.
  void loadViewer().then(() => preloadPage(location.pathname))
  if (location.pathname !== '/') void preloadPage(location.pathname)
  draw()
}
