import { useRouteError } from 'react-router-dom'
import { useEffect } from 'react'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { usePageTitle } from '#client/ui/page-title.ts'

/** A page that broke, or whose code could not be fetched (a new release, no network): says so and offers two ways out. */
export const RouteError = () => {
  const error = useRouteError()
  useEffect(() => reportError(error), [error])
  usePageTitle('Blocked pipe')
  return (
    <main className="grid min-h-[70dvh] place-content-center">
      <ErrorState
        as="h1"
        mascot="knight"
        title="A pipe has burst on this page."
        onRetry={() => location.reload()}
        action={<ButtonLink to="/">Back to the palace</ButtonLink>}
      >
        Nothing you wrote elsewhere is lost. Try again, or leave through the main door.
      </ErrorState>
    </main>
  )
}
