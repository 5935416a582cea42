import { EmptyState } from './EmptyState.tsx'
import type { MascotName } from './Mascot.tsx'
import type { ReactNode } from 'react'
import { Button } from './Button.tsx'

interface ErrorStateProps {
  /** What failed: 'Failed to load notifications'. */
  title: string
  children?: ReactNode
  /** Shows a retry button. */
  onRetry?: () => void
  retryLabel?: string
  retrying?: boolean
  /** Another action instead of, or beside, the retry. */
  action?: ReactNode
  mascot?: MascotName
  as?: 'h1' | 'h2' | 'h3' | 'p'
  className?: string
}

/** An error with an action that leads on. Announced when it appears. */
export const ErrorState = ({
  onRetry,
  retryLabel = 'Retry',
  retrying,
  action,
  mascot = 'knight',
  ...rest
}: ErrorStateProps) => (
  <div role="alert">
    <EmptyState
      {...rest}
      mascot={mascot}
      action={
        <span className="flex flex-wrap justify-center gap-3">
          {onRetry && (
            <Button variant="primary" onClick={onRetry} pending={retrying}>
              {retryLabel}
            </Button>
          )}
          {action}
        </span>
      }
    />
  </div>
)
