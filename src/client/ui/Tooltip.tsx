import { cloneElement } from 'react'
import type { ReactElement } from 'react'

export type TooltipSide = 'top' | 'bottom' | 'left' | 'right'

interface TooltipProps {
  label: string
  side?: TooltipSide
  /** One element that accepts DOM attributes. */
  children: ReactElement<Record<string, unknown>>
}

/**
 * A tooltip on hover and keyboard focus, after 700 ms (300 ms between neighbours, product section 9). Only
 * marks its child; the page's one tooltip is rendered by OverlayHost, so a feed with a thousand buttons costs
 * nothing. IconButton has its own.
 */
export const Tooltip = ({ label, side = 'top', children }: TooltipProps) =>
  cloneElement(children, { 'data-tooltip': label, 'data-tooltip-side': side, 'aria-description': label })
