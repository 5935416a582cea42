import { clsx } from 'clsx'
import type { CSSProperties, ReactNode } from 'react'
import './Skeleton.css'

interface SkeletonProps {
  /** text: as tall as a line of the text around it. block: a rectangle. circle: an avatar. Default text. */
  shape?: 'text' | 'block' | 'circle'
  width?: CSSProperties['width']
  height?: CSSProperties['height']
  className?: string
}

/** A placeholder in the exact size of the content. */
export const Skeleton = ({ shape = 'text', width, height, className }: SkeletonProps) => (
  <span
    aria-hidden="true"
    className={clsx('rf-skeleton', `rf-skeleton-${shape}`, className)}
    style={{ width, height }}
  />
)

/**
 * Wraps the skeletons of a screen and announces them: 'Loading your feed...'. `visible` shows the words as
 * well.
 */
export const SkeletonGroup = ({
  label,
  visible = false,
  className,
  blocks = [],
  children,
}: {
  label: string
  visible?: boolean
  className?: string
  /** Heights of blocks one after the other, px: where the content has no other shape. */
  blocks?: readonly number[]
  children?: ReactNode
}) => (
  <div role="status" className={className}>
    <span className={visible ? 'rf-skeleton-label' : 'sr-only'}>{label}</span>
    {blocks.map((height, at) => (
      <Skeleton key={at} shape="block" height={height} />
    ))}
    {children}
  </div>
)
