import { Tooltip } from 'radix-ui'
import { useEffect, useState } from 'react'
import type { TooltipSide } from '../Tooltip.tsx'
import { watchTooltips } from './tooltip-watch.ts'
import type { TooltipTarget } from './tooltip-watch.ts'
import './TooltipLayer.css'

const sideOf = (target: TooltipTarget) => (target.element.dataset['tooltipSide'] ?? 'top') as TooltipSide

/** The page's one tooltip: Radix places it beside the hovered element with `data-tooltip`. */
export const TooltipLayer = () => {
  const [target, setTarget] = useState<TooltipTarget | null>(null)
  useEffect(() => watchTooltips(setTarget), [])
  if (!target) return null
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
            key={target.text}
            className="rf-tooltip"
            side={sideOf(target)}
            sideOffset={6}
            collisionPadding={8}
            aria-hidden="true"
          >
            {target.text}
          </Tooltip.Content>
        </Tooltip.Portal>
      </Tooltip.Root>
    </Tooltip.Provider>
  )
}
