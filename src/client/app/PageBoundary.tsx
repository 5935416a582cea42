import { Component } from 'react'
import type { ReactNode } from 'react'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { usePageTitle } from '#client/ui/page-title.ts'

/**
 * Catches the errors of a page, also when its code cannot be loaded. The layout around it stays. A `key` per
 * page resets it.
 */
export class PageBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }
  static getDerivedStateFromError = () => ({ broken: true })
  override componentDidCatch(error: unknown) {
    reportError(error)
  }
  override render() {
    return this.state.broken ? <BurstPipe /> : this.props.children
  }
}

const BurstPipe = () => {
  usePageTitle('Burst pipe')
  return (
    <div className="grid min-h-[70dvh] place-content-center">
      <ErrorState
        as="h1"
        mascot="knight"
        title="A pipe has burst on this page."
        onRetry={() => location.reload()}
        action={<ButtonLink to="/">Back to the palace</ButtonLink>}
      >
        Nothing you wrote elsewhere is lost. Try again, or leave by the main door.
      </ErrorState>
    </div>
  )
}
