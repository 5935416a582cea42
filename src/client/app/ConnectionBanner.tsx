import { Check, WifiOff, Waves } from 'lucide-react'
import { useLocation } from 'react-router-dom'
import { useConnectionWords } from './useConnectionWords.ts'
import './ConnectionBanner.css'

const ICONS = {
  offline: <WifiOff />,
  reconnecting: <Waves className="anim-pulse" />,
  crowded: <Waves />,
  well: <Check />,
} as const

/** Announces an interruption that lasts for a while, and its end (LOOK, States). */
export const ConnectionBanner = () => {
  const words = useConnectionWords()
  const { pathname, search } = useLocation()
  // Below the head of an open thread, which has the way back on a phone, and the line that says from when it is.
  const isInThread = pathname === '/messages' && /[?&](?:conversation|user)=/.test(search)
  return (
    <div role="status" className="s-connection-place" data-in-thread={isInThread || undefined}>
      {words && (
        <p className="s-connection" data-state={words.state}>
          {ICONS[words.state]}
          <span>{words.text}</span>
        </p>
      )}
    </div>
  )
}
