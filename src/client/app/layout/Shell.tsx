import { clsx } from 'clsx'
import { Outlet, useLocation } from 'react-router-dom'
import { useViewer } from '#client/entities/viewer/viewer.store.ts'
import { Aside } from './Aside.tsx'
import { BottomBar } from './BottomBar.tsx'
import { PhoneHeader } from './PhoneHeader.tsx'
import { Sidebar } from './Sidebar.tsx'
import { useRouteHandle } from './handle.ts'
import './Shell.css'

/** Sidebar, page, right column; on a phone a header and the bottom bar (product section 2, LOOK). Bare for the landing page. */
export const Shell = () => {
  const viewer = useViewer()
  const { pathname } = useLocation()
  const { room = 'column' } = useRouteHandle()
  // Whoever comes or goes meets pages that hold nothing of the other.
  const page = <Outlet key={viewer?.id ?? 'visitor'} />
  if (!viewer && pathname === '/') return page
  return (
    <div className={clsx('rf-shell', `rf-shell-${room}`)}>
      <a href="#main" className="rf-skip">
        Skip to content
      </a>
      <Sidebar />
      <PhoneHeader />
      <main id="main" tabIndex={-1} className="rf-shell-main">
        {page}
      </main>
      {room === 'column' && <Aside />}
      <BottomBar />
    </div>
  )
}
