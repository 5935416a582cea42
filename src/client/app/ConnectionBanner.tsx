import { Check, WifiOff, Waves } from 'lucide-react'
import { useConnectionWords } from './useConnectionWords.ts'
import './ConnectionBanner.css'

const ICONS = {
  offline: <WifiOff />,
  reconnecting: <Waves className="anim-pulse" />,
  well: <Check />,
} as const

/** Announces an interruption that lasts for a while, and its end (LOOK, States). */
export const ConnectionBanner = () => {
  const words = useConnectionWords()
  return (
    <div role="status" className="s-connection-place">
      {words && (
        <p className="s-connection" data-state={words.state}>
          {ICONS[words.state]}
          <span>{words.text}</span>
        </p>
      )}
    </div>
  )
}
