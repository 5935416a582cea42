import { useState } from 'react'
import { Button } from '../Button.tsx'
import { Shelf } from './Shelf.tsx'

const KINDS = ['anim-flush', 'anim-splash', 'anim-drip', 'anim-rise', 'anim-fade'] as const

/** The animations, played at every click. */
export const Motion = () => {
  const [played, setPlayed] = useState<Record<string, number>>({})
  return (
    <Shelf label="Click to play">
      {KINDS.map((kind) => (
        <div key={kind} className="grid justify-items-center gap-3">
          <div
            key={played[kind] ?? 0}
            className={`grid h-20 w-40 place-items-center rounded-lg bg-royal-wash text-royal-ink ${played[kind] ? kind : ''}`}
          >
            {kind}
          </div>
          <Button size="sm" onClick={() => setPlayed((old) => ({ ...old, [kind]: (old[kind] ?? 0) + 1 }))}>
            {kind.replace('anim-', '')}
          </Button>
        </div>
      ))}
      <span className="flex gap-1" aria-label="typing" role="img">
        {[0, 150, 300].map((delay) => (
          <span
            key={delay}
            className="size-2 rounded-full bg-ink-faint anim-typing"
            style={{ animationDelay: `${delay}ms` }}
          />
        ))}
      </span>
    </Shelf>
  )
}
