import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Copy } from 'lucide-react'
import type { SecondFactorChangeView, SecondFactorView } from '#contract/account.second-factor.ts'
import { passkeysWork } from '#client/features/account/data/second-factor/passkeys-work.ts'
import {
  SECOND_FACTOR,
  deleteTotp,
  fetchSecondFactor,
  postRecoveryCodes,
} from '#client/features/account/data/second-factor/second-factor.actions.ts'
import { WriteButton } from '#client/live/WriteButton.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import type { FailedQuery } from '#client/ui/ErrorState.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import { SkeletonGroup } from '#client/ui/Skeleton.tsx'
import { copyText } from '#client/ui/clipboard.ts'
import { Passkeys } from './Passkeys.tsx'
import { TotpSetup } from './TotpSetup.tsx'
import { Way } from './Way.tsx'
import { factorChange } from './factor-change.ts'

/**
 * The settings of the second factor: passkeys, authenticator app, recovery codes. `onReady` is called once
 * one is set up.
 */
export const SecondFactorCard = ({ onReady }: { onReady?: () => void }) => {
  const query = useQuery({
    queryKey: SECOND_FACTOR,
    queryFn: fetchSecondFactor,
    staleTime: 0,
  })
  const [changed, setChanged] = useState<SecondFactorChangeView | null>(null)
  const factors = changed?.factors ?? query.data
  const keep = () => {
    setChanged((current) => current && { ...current, recoveryCodes: null })
    onReady?.()
  }
  const take = (change: SecondFactorChangeView) => {
    setChanged(change)
    if (!change.recoveryCodes && change.factors.used) onReady?.()
  }
  return (
    <Card title="Second lock">
      <p className="pb-4 text-ink-soft">A code from your phone, so that a stolen password is not enough.</p>
      {changed?.recoveryCodes && <RecoveryCodes codes={changed.recoveryCodes} onKept={keep} />}
      {factors ? (
        <Ways factors={factors} onChange={take} />
      ) : query.isError ? (
        <NotLoaded query={query} />
      ) : (
        <Waiting />
      )}
    </Card>
  )
}

interface WaysProps {
  factors: SecondFactorView
  onChange: (change: SecondFactorChangeView) => void
}

const Ways = ({ factors, onChange }: WaysProps) => {
  const isSet = factors.totp !== null || factors.passkeys.length > 0
  return (
    <div className="flex flex-col divide-y divide-hairline">
      {(passkeysWork() || factors.passkeys.length > 0) && (
        <Passkeys passkeys={factors.passkeys} onChange={onChange} />
      )}
      <App factors={factors} onChange={onChange} />
      {isSet && <Codes left={factors.recoveryCodes} onChange={onChange} />}
    </div>
  )
}

const App = ({ factors: { totp }, onChange }: WaysProps) => {
  const [open, setOpen] = useState(false)
  const close = (change?: SecondFactorChangeView) => {
    setOpen(false)
    if (change) onChange(change)
  }
  const value = totp ? (
    <>
      You need six digits from the app at each log-in. Last used:{' '}
      {totp.lastUsedAt ? <RelativeTime at={totp.lastUsedAt} /> : 'never'}.
    </>
  ) : (
    'You use no app. It shows six digits that you enter when you log in.'
  )
  const action = totp ? (
    <WriteButton size="sm" does={factorChange(deleteTotp, onChange)}>
      Remove app
    </WriteButton>
  ) : (
    !open && (
      <Button size="sm" onClick={() => setOpen(true)}>
        Set up app
      </Button>
    )
  )
  return (
    <Way name="Authenticator app" value={value} action={action}>
      {open && <TotpSetup onDone={close} onCancel={() => close()} />}
    </Way>
  )
}

const Codes = ({ left, onChange }: { left: number; onChange: WaysProps['onChange'] }) => (
  <Way
    name="Recovery codes"
    value={
      left === 0
        ? 'You have no codes left. Make new ones before you need them.'
        : `${left} left, for when app and passkeys are lost.`
    }
    action={
      <WriteButton size="sm" does={factorChange(postRecoveryCodes, onChange)}>
        New codes
      </WriteButton>
    }
  />
)

const NotLoaded = ({ query }: { query: FailedQuery }) => (
  <ErrorState title="The locksmith is out" query={query}>
    We could not load your second lock.
  </ErrorState>
)

const Waiting = () => (
  <SkeletonGroup label="Calling the locksmith..." className="flex flex-col gap-4" blocks={[48, 48]} />
)

/** New recovery codes, shown this once. */
const RecoveryCodes = ({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) => {
  const copy = () =>
    copyText(codes.join('\n'), {
      done: 'Codes copied',
      failed: 'Could not copy the codes to your clipboard.',
    })
  return (
    <section aria-labelledby="recovery-codes" className="mb-4 rounded-md bg-wash p-4">
      <h3 id="recovery-codes" tabIndex={-1} ref={takeFocus} className="font-text text-base font-semibold">
        Your recovery codes
      </h3>
      <p className="text-ink-soft">
        Each code opens your account once, if you lose your app and passkeys. You see the codes only now:
        print them, or keep them with your passwords.
      </p>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(13rem,1fr))] gap-x-6 gap-y-1 py-4 font-mono text-sm">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button icon={<Copy />} onClick={() => void copy()}>
          Copy codes
        </Button>
        <Button variant="primary" onClick={onKept}>
          I have saved them
        </Button>
      </div>
    </section>
  )
}

const takeFocus = (heading: HTMLElement | null) => heading?.focus()
