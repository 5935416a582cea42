import { useEffect, useSyncExternalStore, useState } from 'react'
import { Navigate, useSearchParams } from 'react-router-dom'
import type { SubmitEvent } from 'react'
import { TITLES } from '#contract/site.page-titles.ts'
import { withNext } from '#client/features/account/data/viewer/with-next.ts'
import { passkeysWork } from '#client/features/account/data/second-factor/passkeys-work.ts'
import { useIsSignedIn } from '#client/features/account/data/viewer/viewer.store.ts'
import { codeOfCall, errorMessageOf } from '#client/live/api-error.ts'
import { WriteButton } from '#client/live/WriteButton.tsx'
import { useWrite } from '#client/live/use-write.ts'
import { Button } from '#client/ui/Button.tsx'
import { Field } from '#client/ui/Field.tsx'
import { Input } from '#client/ui/Input.tsx'
import { PasswordInput } from '#client/ui/PasswordInput.tsx'
import { TextLink } from '#client/ui/TextLink.tsx'
import { importUntilHere, lazyComponent } from '#client/ui/lazy-component.ts'
import { usePageTitle } from '#client/ui/page-title.ts'
import { toast } from '#client/ui/toast.ts'
import { AuthFrame } from './AuthFrame.tsx'
import { EMPTY_FIELD, FormAlert } from './FormAlert.tsx'
import { GoogleButton } from './GoogleButton.tsx'
import { nextPath, reasonFor } from './next-path.ts'

// Fetched when the form is first touched: nobody needs it to read the page.
const loadChecks = () => import('#contract/account.checks.ts')
const loadSession = () => codeOfCall(() => import('#client/features/account/data/viewer/viewer.actions.ts'))

/** /login (product section 2). Redirects people who are signed in to the page they wanted. */
export const LoginPage = () => {
  usePageTitle(TITLES['/login'])
  useGoogleReturn()
  const [params] = useSearchParams()
  if (useIsSignedIn()) return <Navigate to={nextPath(params.get('next'))} replace />
  return params.get('step') === 'second' ? <SecondHalf /> : <FirstHalf />
}

/**
 * After the return from Google: shows the result once, and removes it from the address (DECISIONS row
 * 16).
 */
function useGoogleReturn(): void {
  const [params, setParams] = useSearchParams()
  const [error, google] = [params.get('error'), params.get('google')]
  useEffect(() => {
    // Not bound to this page: who has come in is already being sent on.
    if (error !== null || google !== null)
      void importUntilHere(() => import('./google-return.ts')).then(({ showReturn }) =>
        showReturn({ error, google }),
      )
  }, [error, google])
  useEffect(() => {
    if (error === null) return
    setParams(
      (current) => {
        current.delete('error')
        return current
      },
      { replace: true },
    )
  }, [error, setParams])
}

const { Late: SecondStepForm } = lazyComponent<object>(
  async () => (await import('#client/features/account/second-factor/SecondStep.tsx')).SecondStepForm,
)

/** The password, or Google, was right. */
const SecondHalf = () => (
  <AuthFrame
    title="One more lock"
    lead="Your password is right. Now use your passkey or enter a code."
    mascot="guard"
    saying="One key is a habit. Two are a fortress."
  >
    <SecondStepForm />
  </AuthFrame>
)

const FirstHalf = () => {
  const next = useSearchParams()[0].get('next')
  return (
    <AuthFrame
      title="Log in"
      lead={
        <>
          {reasonFor(next)} New to the palace? <TextLink to={withNext('/register', next)}>Sign up</TextLink>
        </>
      }
      mascot="guard"
      saying="State your name. Wipe your feet. The throne is warm."
    >
      <LoginForm />
      <GoogleButton next={next}>Continue with Google</GoogleButton>
      <PasskeyLogin />
      <p className="mt-8 text-sm text-ink-soft">
        By coming in you agree to the <TextLink to="/terms">Terms</TextLink> and the{' '}
        <TextLink to="/privacy">Privacy Policy</TextLink>.
      </p>
    </AuthFrame>
  )
}

const loadPasskeys = () =>
  codeOfCall(() => import('#client/features/account/data/second-factor/second-factor.actions.ts'))

const enterByPasskey = async () => {
  const [{ logInByPasskey }, { begin }] = await Promise.all([loadPasskeys(), loadSession()])
  const entered = await logInByPasskey()
  if (entered) begin(entered.user)
  return entered
}

const PasskeyLogin = () => {
  // Only the browser knows it. Nearly all can, so the server renders the button: most pages then do not jump.
  const possible = useSyncExternalStore(subscribeToNothing, passkeysWork, () => true)
  if (!possible) return null
  return (
    <WriteButton
      block
      className="mt-3"
      does={{
        write: enterByPasskey,
        done: (entered) => entered && { title: 'Welcome back!' },
        failed: { title: 'Login failed', fallback: 'The passkey could not be used. Please try again.' },
      }}
    >
      Log in with a passkey
    </WriteButton>
  )
}

const subscribeToNothing = () => () => undefined

const preload = () => void Promise.allSettled([loadChecks(), loadSession()])

const LoginForm = () => {
  const [, setParams] = useSearchParams()
  const goOn = (params: URLSearchParams) => new URLSearchParams([...params, ['step', 'second']])
  const { logIn, onEdited, errors, failure, pending } = useLogin(() => setParams(goOn))
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onFocus={preload}
      onInput={({ target }) => onEdited((target as HTMLInputElement).name)}
      onSubmit={logIn}
    >
      {failure !== null && <FormAlert reason={failure}>Login failed. Please try again.</FormAlert>}
      <Field label="Email" error={errors.email}>
        <Input type="email" name="email" autoComplete="username" autoCapitalize="none" spellCheck={false} />
      </Field>
      <Field label="Password" error={errors.password}>
        <PasswordInput name="password" autoComplete="current-password" />
      </Field>
      <Button type="submit" variant="primary" size="lg" block pending={pending}>
        Log in
      </Button>
      <p className="flex flex-wrap justify-between gap-x-4 gap-y-2 text-sm">
        <TextLink to="/forgot-password">Forgot password?</TextLink>
        <TextLink to="/forgot-username">Forgot username?</TextLink>
      </p>
    </form>
  )
}

const INVALID = 'Invalid email or password'

type LoginValues = Record<'email' | 'password', string>

/**
 * Checks the form, logs in, and shows a toast (product sections 5 and 8), and the reason at the form and its
 * fields. `onSecondStep`: the password was right and a second factor is needed.
 */
function useLogin(onSecondStep: () => void) {
  const [failure, setFailure] = useState<string | null>(null)
  const [errors, setErrors] = useState<Partial<LoginValues>>({})
  const { pending, run } = useWrite()
  const submit = async (form: HTMLFormElement) => {
    setFailure(null)
    setErrors({})
    const values = Object.fromEntries(new FormData(form)) as LoginValues
    const focus = (field: keyof LoginValues) =>
      form.querySelector<HTMLInputElement>(`[name="${field}"]`)?.focus()
    // When it cannot be fetched, the server checks.
    const wrong = (await loadChecks().catch(() => null))?.checkLogin(values)
    if (wrong) {
      toast({ variant: 'destructive', title: 'Error', description: wrong.message })
      setErrors({
        ...(values.email === '' && { email: EMPTY_FIELD }),
        ...(values.password === '' && { password: EMPTY_FIELD }),
        [wrong.field]: wrong.message,
      })
      return focus(wrong.field)
    }
    await run({
      write: async () => {
        const { logIn } = await loadSession()
        if (await logIn(values)) toast({ title: 'Welcome back!' })
        else onSecondStep()
      },
      failed: { title: 'Login failed', fallback: INVALID },
      onError: (error) => {
        setFailure(errorMessageOf(error, INVALID))
        focus('password')
      },
    })
  }
  const logIn = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!pending) void submit(event.currentTarget)
  }
  const onEdited = (field: string) => setErrors((others) => ({ ...others, [field]: undefined }))
  return { logIn, onEdited, errors, failure, pending }
}
