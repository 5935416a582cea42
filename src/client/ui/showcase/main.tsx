import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { OverlayHost } from '#client/ui/OverlayHost.tsx'
import { Showcase } from './Showcase.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')
// Nothing stood here before (base.css).
delete document.documentElement.dataset['hydrating']
createRoot(root).render(
  <StrictMode>
    <BrowserRouter>
      <Showcase />
      <OverlayHost />
    </BrowserRouter>
  </StrictMode>,
)
