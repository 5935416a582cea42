import { Tooltip } from 'radix-ui'
import { useEffect, useState } from 'react'
import type { TooltipSide } from '../IconButton.tsx'
import { watchHover, type HoverTarget } from '../watch-hover.ts'
import './TooltipLayer.css'

const HOVER = {
  targetAt(target: Element): HoverTarget | null {
    const element = target.closest<HTMLElement>('[data-tooltip]')
    return element && { element }
  },
  openDelayMs: 700,
  skipDelayMs: 300,
  withFocus: true,
}

/** The page's one tooltip: Radix places it beside the hovered element with `data-tooltip`. */
export const TooltipLayer = () => {
  const [target, setTarget] = useState<HoverTarget | null>(null)
  useEffect(() => watchHover(HOVER, setTarget), [])
  if (!target) return null
  const { tooltip: text, tooltipSide: side } = target.element.dataset
  if (!text) return null
  const { top, left, width, height } = target.element.getBoundingClientRect()
  return (
    <Tooltip.Provider>
      <Tooltip.Root open onOpenChange={(open) => !open && setTarget(null)}>
        <Tooltip.Trigger asChild>
          <span
            aria-hidden="true"
            style={{
              position: 'fixed',
              top,
              left,
              width,
              height,
              pointerEvents: 'none',
              visibility: 'hidden',
            }}
          />
        </Tooltip.Trigger>
        <Tooltip.Portal>
          <Tooltip.Content
            key={text}
            className="rf-tooltip"
            side={(side ?? 'top') as TooltipSide}
            sideOffset={6}
            collisionPadding={8}
            aria-hidden="true"
          >
            {text}
          </Tooltip.Content>
        </Tooltip.Portal>
      </Tooltip.Root>
    </Tooltip.Provider>
  )
}
