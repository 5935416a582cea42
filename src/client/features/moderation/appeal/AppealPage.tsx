import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router-dom'
import { decisionWords } from '#contract/moderation.constants.ts'
import type { OwnCaseView } from '#contract/moderation.ts'
import { TITLES } from '#contract/site.page-titles.ts'
import { AuthFrame } from '#client/features/account/login/AuthFrame.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { SkeletonGroup } from '#client/ui/Skeleton.tsx'
import { TextLink } from '#client/ui/TextLink.tsx'
import { longDate } from '#client/ui/locale.ts'
import { usePageTitle } from '#client/ui/page-title.ts'
import { ApiError } from '#client/live/http.ts'
import { AppealForm } from './AppealForm.tsx'
import { fetchCase } from '#client/features/moderation/data/appeal.actions.ts'

const LOOK = { mascot: 'knight', saying: 'Even the King has flushed the wrong thing once. Speak.' } as const

/**
 * /appeal/{caseId}: a moderation decision about the reader, and the form for the only appeal. The mailed link
 * works without a log-in.
 */
export const AppealPage = () => {
  usePageTitle(TITLES['/appeal/:caseId'])
  const { caseId = '' } = useParams()
  const token = useAppealToken()
  const { state, retry, update } = useCase(caseId, token)
  if (state.status === 'loading') return <Loading />
  if (state.status !== 'here') return <Failed isGone={state.status === 'gone'} onRetry={retry} />
  const { decided } = state
  return (
    <AuthFrame {...LOOK} title={decided.canAppeal ? 'Appeal' : 'A decision'} lead={decisionWords(decided)}>
      <Decision of={decided} />
      {decided.canAppeal ? (
        <AppealForm caseId={caseId} token={token} onSent={update} />
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
      Decided on {longDate(Date.parse(createdAt))}
      {until && `, until ${longDate(Date.parse(until))}`}.
    </p>
  </div>
)

const STANDS = {
  pending:
    'We have your appeal. A person who did not make the decision will read it, and we will tell you the result.',
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
  <AuthFrame {...LOOK} title="Appeal" lead="We are loading the decision.">
    <SkeletonGroup label="Loading the decision..." className="flex flex-col gap-3" blocks={[96, 160]} />
  </AuthFrame>
)

const Failed = ({ isGone, onRetry }: { isGone: boolean; onRetry: () => void }) =>
  isGone ? (
    <AuthFrame
      {...LOOK}
      title="No such decision"
      lead="There is no such decision about you, or you are not logged in."
    >
      <TextLink to="/">Back to the front door</TextLink>
    </AuthFrame>
  ) : (
    <AuthFrame {...LOOK} title="Appeal" lead="We could not load the decision.">
      <ErrorState title="Something went wrong" onRetry={onRetry} />
    </AuthFrame>
  )

interface Kept {
  appealToken?: string
}

/**
 * The token of the mailed link. It is removed from the address at once, so that nobody copies it, and kept in
 * the history entry, so that the page can be reloaded.
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
  | { status: 'loading' }
  | { status: 'gone' }
  | { status: 'failed' }
  | { status: 'here'; decided: OwnCaseView }

/** The reader's case. Without the query client, which the log-in pages do not load. */
function useCase(caseId: string, token: string | null) {
  const [state, setState] = useState<Case>({ status: 'loading' })
  const [tries, setTries] = useState(0)
  useEffect(() => {
    const controller = new AbortController()
    fetchCase(caseId, token, controller.signal).then(
      (decided) => setState({ status: 'here', decided }),
      (error: unknown) => {
        if (!controller.signal.aborted)
          setState({ status: error instanceof ApiError && error.status === 404 ? 'gone' : 'failed' })
      },
    )
    return () => controller.abort()
  }, [caseId, token, tries])
  const retry = () => {
    setState({ status: 'loading' })
    setTries((before) => before + 1)
  }
  return { state, retry, update: (decided: OwnCaseView) => setState({ status: 'here', decided }) }
}
