import { NO_PAGE } from '#contract/site.page-titles.ts'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { usePageTitle } from '#client/ui/page-title.ts'

/** Shown for unknown paths (product section 2). */
export const NotFoundPage = () => {
  usePageTitle(NO_PAGE)
  return (
    <main className="grid min-h-dvh place-content-center">
      <EmptyState
        as="h1"
        mascot="jester"
        title={NO_PAGE}
        action={
          <ButtonLink to="/" variant="primary">
            Back to the palace
          </ButtonLink>
        }
      >
        You took a wrong turn behind the linen cupboard. There is nothing here but pipes.
      </EmptyState>
    </main>
  )
}
