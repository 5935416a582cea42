import { useNavigation } from 'react-router-dom'
import './RouteProgress.css'

/** A line at the top while the next page's code is under way; it waits a moment, because most pages are there at once. */
export const RouteProgress = () =>
  useNavigation().state === 'idle' ? null : (
    <div role="progressbar" aria-label="Loading page" className="rf-route-progress">
      <div className="rf-route-progress-bar" />
    </div>
  )
