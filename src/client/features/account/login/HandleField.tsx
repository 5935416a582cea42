import { Check } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState, type ReactNode, type RefObject } from 'react'
import { MESSAGES } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import type { HandleCheckView } from '#contract/account.ts'
import { checkHandle } from '#client/features/account/data/viewer/viewer.actions.ts'
import { ApiError } from '#client/live/http.ts'
import { Button } from '#client/ui/Button.tsx'
import { Field } from '#client/ui/Field.tsx'
import { Input } from '#client/ui/Input.tsx'
import { cleanHandle } from './register-rules.ts'

/** Typing has paused for this long, ms, before the server is asked. */
const PAUSE_MS = 300

interface HandleFieldProps {
  suggested: string | undefined
  /** Stands in the field until the person writes a handle. One that is taken gives way to a free one. */
  proposed: string
  error: string | undefined
  /** Called at each change. */
  onHandle: (handle: string) => void
}

/** The handle of the new account: says while it is typed whether it is free, and offers others when it is not. */
export const HandleField = ({ suggested = '', proposed, error, onHandle }: HandleFieldProps) => {
  const input = useRef<HTMLInputElement>(null)
  const [handle, setHandle] = useState(suggested)
  const check = useHandleCheck(handle)
  // A handle can be typed before the form's code has come.
  useEffect(() => setHandle(input.current!.value), [])
  const show = (shown: string) => {
    input.current!.value = shown
    setHandle(shown)
  }
  useProposal(input, proposed, check?.isFree === false ? check.suggestions[0] : undefined, show)
  const change = (typed: string) => {
    const cleaned = cleanHandle(typed)
    show(cleaned)
    onHandle(cleaned)
  }
  return (
    <div className="flex flex-col gap-2">
      <Field
        label="Handle"
        required
        hint={
          check?.isFree ? (
            // One line, as before the answer: what is below does not move.
            <Fulfilled>It is free. You cannot change it later.</Fulfilled>
          ) : (
            'a–z, 0–9 and _. You cannot change it later.'
          )
        }
        error={check?.problem ?? error}
      >
        <Input
          ref={input}
          lead="@"
          dir="ltr"
          autoComplete="nickname"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={LIMITS.handleMax}
          name="handle"
          defaultValue={suggested}
          onChange={({ target }) => change(target.value)}
        />
      </Field>
      {check && check.suggestions.length > 0 && (
        <p
          className="flex flex-wrap items-center gap-2 text-sm text-ink-soft"
          role="group"
          aria-label="Suggestions"
        >
          Free:
          {check.suggestions.map((free) => (
            <Button key={free} size="sm" onClick={() => change(free)}>
              @{free}
            </Button>
          ))}
        </p>
      )}
    </div>
  )
}

/**
 * Shows what is proposed while nothing else stands in the field. `free`: a handle that is free, when the shown one is
 * not.
 */
function useProposal(
  input: RefObject<HTMLInputElement | null>,
  proposed: string,
  free: string | undefined,
  show: (handle: string) => void,
): void {
  const last = useRef('')
  const propose = useEffectEvent((handle: string) => {
    if (input.current!.value !== last.current) return
    last.current = handle
    show(handle)
  })
  useEffect(() => propose(proposed), [proposed])
  useEffect(() => {
    if (free !== undefined) propose(free)
  }, [free])
}

/** A rule that is kept. */
export const Fulfilled = ({ children }: { children: ReactNode }) => (
  <span className="text-live-ink">
    <Check className="me-1 inline size-4 align-[-0.2em]" />
    {children}
  </span>
)

interface HandleCheck extends HandleCheckView {
  problem?: string
}

/** The server's answer about this handle, null while there is none. The registration itself decides. */
function useHandleCheck(handle: string): HandleCheck | null {
  const [answer, setAnswer] = useState<{ handle: string; check: HandleCheck } | null>(null)
  useEffect(() => {
    if (handle.length < LIMITS.handleMin) return
    const request = new AbortController()
    const show = (check: HandleCheck | null) => check && setAnswer({ handle, check })
    const timer = setTimeout(() => void ask(handle, request.signal).then(show), PAUSE_MS)
    return () => {
      clearTimeout(timer)
      request.abort()
    }
  }, [handle])
  return answer?.handle === handle ? answer.check : null
}

/** Null when there is no answer: the check is optional, and its failure is not shown. */
async function ask(handle: string, signal: AbortSignal): Promise<HandleCheck | null> {
  try {
    const check = await checkHandle(handle, signal)
    return check.isFree ? check : { ...check, problem: MESSAGES.handleTaken }
  } catch (error) {
    if (error instanceof ApiError && error.status === 400)
      return { isFree: false, suggestions: [], problem: error.sentence }
    return null
  }
}
