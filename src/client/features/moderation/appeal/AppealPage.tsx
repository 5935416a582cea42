import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router-dom'
import { decisionWords } from '#contract/moderation.constants.ts'
import type { OwnCaseView } from '#contract/moderation.ts'
import { TITLES } from '#contract/site.page-titles.ts'
import { AuthFrame } from '#client/features/account/login/AuthFrame.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { Skeleton, SkeletonGroup } from '#client/ui/Skeleton.tsx'
import { TextLink } from '#client/ui/TextLink.tsx'
import { longDate } from '#client/ui/long-date.ts'
import { usePageTitle } from '#client/ui/page-title.ts'
import { ApiError } from '#client/live/http.ts'
import { AppealForm } from './AppealForm.tsx'
import { fetchCase } from './appeal.api.ts'

const LOOK = { mascot: 'knight', saying: 'Even the King has flushed the wrong thing once. Speak.' } as const

/**
 * /appeal/{caseId}: what was decided about oneself, and the one chance to answer. The mail's link opens it
 * for who cannot log in.
 */
export const AppealPage = () => {
  usePageTitle(TITLES['/appeal/:caseId'])
  const { caseId = '' } = useParams()
  const token = useAppealToken()
  const { held, again, take } = useCase(caseId, token)
  if (held.state === 'loading') return <Loading />
  if (held.state !== 'here') return <Failed isGone={held.state === 'gone'} onRetry={again} />
  const { decided } = held
  return (
    <AuthFrame {...LOOK} title={decided.canAppeal ? 'Appeal' : 'A decision'} lead={decisionWords(decided)}>
      <Decision of={decided} />
      {decided.canAppeal ? (
        <AppealForm caseId={caseId} token={token} onSent={take} />
      ) : (
        <Answer of={decided} />
      )}
      <p className="mt-6 text-sm text-ink-soft">
        What we measure by: the <TextLink to="/guidelines">Community Guidelines</TextLink>.
      </p>
    </AuthFrame>
  )
}

const Decision = ({ of: { text, note, until, createdAt } }: { of: OwnCaseView }) => (
  <div className="mb-6 flex flex-col gap-3">
    {text && (
      <blockquote className="written rounded-md border border-hairline bg-sunken p-3" dir="auto">
        {text}
      </blockquote>
    )}
    {note && (
      <p className="written" dir="auto">
        {note}
      </p>
    )}
    <p className="text-sm text-pretty text-ink-soft">
      Decided on {longDate(createdAt)}
      {until && `, until ${longDate(until)}`}.
    </p>
  </div>
)

const STANDS = {
  pending: 'We have your appeal. Somebody who did not make the decision reads it, and you are told.',
  upheld: 'Your appeal has been read. The decision stands.',
  reversed: 'Your appeal was granted: we were wrong, and took the decision back.',
} as const

const Answer = ({ of: { appeal } }: { of: OwnCaseView }) => (
  <div role="status" className="rounded-md border border-hairline p-4">
    <p>{appeal ? STANDS[appeal.status] : 'The 30 days to appeal are over.'}</p>
    {appeal && (
      <p className="written mt-2 text-sm text-ink-soft" dir="auto">
        "{appeal.text}"
      </p>
    )}
  </div>
)

const Loading = () => (
  <AuthFrame {...LOOK} title="Appeal" lead="The file is being fetched.">
    <SkeletonGroup label="Loading the decision..." className="flex flex-col gap-3">
      <Skeleton shape="block" height={96} />
      <Skeleton shape="block" height={160} />
    </SkeletonGroup>
  </AuthFrame>
)

const Failed = ({ isGone, onRetry }: { isGone: boolean; onRetry: () => void }) =>
  isGone ? (
    <AuthFrame
      {...LOOK}
      title="No such decision"
      lead="Nothing of the kind was decided about you, or you are not logged in."
    >
      <TextLink to="/">Back to the front door</TextLink>
    </AuthFrame>
  ) : (
    <AuthFrame {...LOOK} title="Appeal" lead="The file could not be fetched.">
      <ErrorState title="Something went wrong" onRetry={onRetry} />
    </AuthFrame>
  )

interface Kept {
  appealToken?: string
}

/**
 * The token of the mailed link. It leaves the address at once, so that nobody copies it along, and stays with
 * this entry of the history, so that the page can be reloaded.
 */
function useAppealToken(): string | null {
  const given = useSearchParams()[0].get('token')
  const { pathname, state } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    if (given) void navigate(pathname, { replace: true, state: { appealToken: given } satisfies Kept })
  }, [given, pathname, navigate])
  return given ?? (state as Kept | null)?.appealToken ?? null
}

type Case =
  | { state: 'loading' }
  | { state: 'gone' }
  | { state: 'failed' }
  | { state: 'here'; decided: OwnCaseView }

/**
 * One's own case, and what its appeal answered. This page stands in the gatehouse, where no query client is
 * loaded.
 */
function useCase(caseId: string, token: string | null) {
  const [held, setHeld] = useState<Case>({ state: 'loading' })
  const [tries, setTries] = useState(0)
  useEffect(() => {
    const left = new AbortController()
    fetchCase(caseId, token, left.signal).then(
      (decided) => setHeld({ state: 'here', decided }),
      (error: unknown) => {
        if (!left.signal.aborted)
          setHeld({ state: error instanceof ApiError && error.status === 404 ? 'gone' : 'failed' })
      },
    )
    return () => left.abort()
  }, [caseId, token, tries])
  const again = () => {
    setHeld({ state: 'loading' })
    setTries((before) => before + 1)
  }
  return { held, again, take: (decided: OwnCaseView) => setHeld({ state: 'here', decided }) }
}
