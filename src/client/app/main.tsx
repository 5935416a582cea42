import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import '#client/entities/viewer/viewer.live.ts'
import { loadViewer } from '#client/entities/viewer/viewer.session.ts'
import { App } from './App.tsx'
import { preloadPage } from './preload.ts'

// Asked before anything is drawn: who is here decides what '/' is. The page's code comes meanwhile.
void loadViewer().then(() => preloadPage(location.pathname))
if (location.pathname !== '/') preloadPage(location.pathname)

const root = document.getElementById('root')
if (!root) throw new Error('index.html has lost its #root')

createRoot(root).render(
  <StrictMode>
    <BrowserRouter>
      <App />
    </BrowserRouter>
  </StrictMode>,
)
