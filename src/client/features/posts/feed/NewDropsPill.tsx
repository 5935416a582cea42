import { ArrowUp } from 'lucide-react'
import { useRef } from 'react'
import { useDropsPaused } from '#client/features/posts/data/drops-pause.store.ts'
import type { NewDrops } from './usePostList.ts'

interface NewDropsPillProps {
  drops: NewDrops
  onShow: () => void
}

/**
 * 'N new drops': appears without moving the list. It does not change while a menu or the composer is open.
 */
export const NewDropsPill = ({ drops, onShow }: NewDropsPillProps) => {
  const words = useStill(wordsFor(drops))
  return (
    <div className="s-drops">
      {words && (
        <button type="button" className="s-drops-pill anim-drip" onClick={onShow}>
          <ArrowUp />
          {words}
        </button>
      )}
      <span className="sr-only" role="status">
        {words}
      </span>
    </div>
  )
}

function wordsFor({ count, more }: NewDrops): string {
  if (count === 0) return more ? 'New drops' : ''
  if (count === 1 && !more) return '1 new drop'
  return `${count}${more ? '+' : ''} new drops`
}

/** The text at the moment something was opened, until it is closed. Its removal is never delayed. */
function useStill(words: string): string {
  const paused = useDropsPaused()
  const shown = useRef(words)
  if (!paused || words === '') shown.current = words
  return shown.current
}
