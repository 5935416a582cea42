import { useEffect, useState } from 'react'
import { LIMITS } from '#contract/limits.ts'
import { checkPassword } from '#client/features/account/data/viewer/viewer.actions.ts'
import { ApiError } from '#client/live/http.ts'
import { Field } from '#client/ui/Field.tsx'
import { PasswordInput } from '#client/ui/PasswordInput.tsx'
import { Fulfilled } from './HandleField.tsx'

/** Typing has paused for this long, ms, before the server is asked. */
const PAUSE_MS = 300

interface PasswordFieldsProps {
  className: string
  errors: { password: string | undefined; confirmPassword: string | undefined }
}

/** The password of the new account, twice: says while it is typed whether it is one of those that are refused. */
export const PasswordFields = ({ className, errors }: PasswordFieldsProps) => {
  const [typed, setTyped] = useState({ password: '', handle: '', email: '' })
  const problem = usePasswordProblem(typed)
  return (
    <div className={className}>
      <Field
        label="Password"
        required
        hint={
          problem === null ? (
            <Fulfilled>Hard to guess.</Fulfilled>
          ) : (
            `At least ${LIMITS.passwordMin}, hard to guess.`
          )
        }
        error={problem ?? errors.password}
      >
        <PasswordInput
          autoComplete="new-password"
          maxLength={LIMITS.passwordMax}
          name="password"
          onChange={({ target: { value, form } }) => {
            const typedIn = (name: string) => (form!.elements.namedItem(name) as HTMLInputElement).value
            // A password that is made of these is refused.
            setTyped({
              password: value,
              handle: typedIn('handle'),
              email: typedIn('email'),
            })
          }}
        />
      </Field>
      <Field label="Confirm password" required error={errors.confirmPassword}>
        <PasswordInput autoComplete="new-password" maxLength={LIMITS.passwordMax} name="confirmPassword" />
      </Field>
    </div>
  )
}

type Typed = Parameters<typeof checkPassword>[0]

/** Why the server refuses this password; null when it does not, undefined while there is no answer. */
function usePasswordProblem(typed: Typed): string | null | undefined {
  const [answer, setAnswer] = useState<{ typed: Typed; problem: string | null | undefined }>()
  useEffect(() => {
    if (typed.password.length < LIMITS.passwordMin) return undefined
    const ask = async () => setAnswer({ typed, problem: await problemOf(typed) })
    const timer = setTimeout(() => void ask(), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  // The answer to what was typed before says nothing.
  return answer && answer.typed === typed ? answer.problem : undefined
}

/** Undefined without an answer: the check is optional, and its failure is not shown. */
async function problemOf(typed: Typed): Promise<string | null | undefined> {
  try {
    await checkPassword(typed)
    return null
  } catch (error) {
    return error instanceof ApiError && error.status === 400 ? error.sentence : undefined
  }
}
