import { clsx } from 'clsx'
import { PageOutlet } from '../PageOutlet.tsx'
import type { Room } from '../ShellFrame.tsx'
import { QueryScope } from '../QueryScope.tsx'
import { Aside } from './Aside.tsx'
import { BottomBar } from './BottomBar.tsx'
import { PageSkeleton } from './PageSkeleton.tsx'
import { PhoneHeader } from './PhoneHeader.tsx'
import { Sidebar } from './Sidebar.tsx'
import './Shell.css'

/** Sidebar, page, right column; on a phone a header and the bottom bar (product section 2, LOOK). */
export const Shell = ({ room }: { room: Room }) => (
  <QueryScope>
    <div className={clsx('rf-shell', `rf-shell-${room}`)}>
      <a href="#main" className="rf-skip">
        Skip to content
      </a>
      <Sidebar />
      <PhoneHeader />
      <main id="main" tabIndex={-1} className="rf-shell-main">
        <PageOutlet fallback={<PageSkeleton />} />
      </main>
      {room === 'column' && <Aside />}
      <BottomBar />
    </div>
  </QueryScope>
)
