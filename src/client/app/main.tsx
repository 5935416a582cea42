import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router-dom'
import { loadViewer } from '#client/entities/viewer/viewer.session.ts'
import { Providers } from './providers.tsx'
import { router } from './router.tsx'

// Asked before anything is drawn: who is here decides what '/' is.
void loadViewer()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has lost its #root')

createRoot(root).render(
  <StrictMode>
    <Providers>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
)
