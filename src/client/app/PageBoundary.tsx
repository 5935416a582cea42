import { Component } from 'react'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { buttonClass, ButtonLabel } from '#client/ui/Button.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { usePageTitle } from '#client/ui/page-title.ts'

interface BoundaryProps {
  /** The path of the page: on another one, what failed is tried again. */
  path: string
  /** Shown instead of what failed. */
  fallback: ReactNode
  onError?: () => void
  children: ReactNode
}

/** Catches what fails below it, code that cannot be loaded included, and reports it. */
class Boundary extends Component<BoundaryProps, { broken: boolean; path: string }> {
  override state = { broken: false, path: this.props.path }
  static getDerivedStateFromError = () => ({ broken: true })
  static getDerivedStateFromProps = ({ path }: BoundaryProps, before: { path: string }) =>
    path === before.path ? null : { broken: false, path }
  override componentDidCatch(error: unknown) {
    reportError(error)
    this.props.onError?.()
  }
  override render() {
    return this.state.broken ? this.props.fallback : this.props.children
  }
}

/** Shows what has failed instead of a page. What is around it stays. */
export const PageBoundary = ({ children }: { children: ReactNode }) => (
  <Boundary path={useLocation().pathname} fallback={<BurstPipe />}>
    {children}
  </Boundary>
)

/** For what stands beside a page: without it the page is still whole, so nothing is shown instead. */
export const SideBoundary = ({ children, onError }: Pick<BoundaryProps, 'children' | 'onError'>) => (
  <Boundary path={useLocation().pathname} fallback={null} onError={onError}>
    {children}
  </Boundary>
)

const BurstPipe = () => {
  usePageTitle('Burst pipe')
  return (
    <div className="grid min-h-[70dvh] place-content-center">
      <ErrorState
        as="h1"
        mascot="knight"
        title="A pipe has burst on this page."
        onRetry={() => location.reload()}
        action={
          // Not within the app: what failed may be what every page stands in.
          <a href="/" className={buttonClass({})}>
            <ButtonLabel>Back to the palace</ButtonLabel>
          </a>
        }
      >
        Nothing you wrote elsewhere is lost. Try again, or leave by the main door.
      </ErrorState>
    </div>
  )
}
