import { useState, type ReactNode } from 'react'
import { Button } from './Button.tsx'
import { EmptyState } from './EmptyState.tsx'
import { recentFault, tellNumber } from './faults.ts'
import type { MascotName } from './Mascot.tsx'

/** What is needed of a query of TanStack. */
export interface FailedQuery {
  refetch: () => Promise<unknown>
  isFetching: boolean
}

interface ErrorStateProps {
  /** What failed: 'Failed to load notifications'. */
  title: string
  children?: ReactNode
  /** Shows a retry button. */
  onRetry?: () => void
  retrying?: boolean
  /** The read that failed: the button reads again. */
  query?: FailedQuery
  /** Another action instead of, or beside, the retry. */
  action?: ReactNode
  mascot?: MascotName
  as?: 'h1' | 'h2' | 'h3' | 'p'
  className?: string
}

/**
 * An error with an action that leads on, and the number of the request that has met a fault of ours. Announced when it
 * appears.
 */
export function ErrorState({
  children,
  query,
  onRetry = query && (() => void query.refetch()),
  retrying = query?.isFetching,
  action,
  mascot = 'knight',
  ...rest
}: ErrorStateProps) {
  const [fault] = useState(recentFault)
  return (
    <div role="alert">
      <EmptyState
        {...rest}
        mascot={mascot}
        action={
          <span className="flex flex-wrap justify-center gap-3">
            {onRetry && (
              <Button variant="primary" onClick={onRetry} pending={retrying}>
                Retry
              </Button>
            )}
            {action}
          </span>
        }
      >
        {fault ? (
          <>
            {children}
            <p>{tellNumber(fault)}</p>
          </>
        ) : (
          children
        )}
      </EmptyState>
    </div>
  )
}
