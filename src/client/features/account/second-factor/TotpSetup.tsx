import { useEffect, useEffectEvent, useState } from 'react'
import { encode } from 'uqr'
import type { SecondFactorChangeView, TotpSecretView } from '#contract/account.second-factor.ts'
import { postTotp, putTotp } from '#client/features/account/data/second-factor/second-factor.actions.ts'
import { toastFailure } from '#client/live/failure-toast.ts'
import { Button } from '#client/ui/Button.tsx'
import { Skeleton, SkeletonGroup } from '#client/ui/Skeleton.tsx'
import { useForm } from '#client/ui/use-form.ts'
import { CodeField, errorAt } from './CodeField.tsx'

interface TotpSetupProps {
  onDone: (change: SecondFactorChangeView) => void
  onCancel: () => void
}

/** Gives an authenticator app its secret, and asks for a code of it. */
export const TotpSetup = ({ onDone, onCancel }: TotpSetupProps) => {
  const secret = useSecret(onCancel)
  const { errors, pending, props } = useForm<'code'>({
    send: async ({ code }) => onDone(await putTotp(code)),
    failed: errorAt('code'),
  })
  if (!secret) return <Waiting />
  return (
    <form {...props} className="flex flex-col gap-5 pt-4">
      <div className="flex flex-wrap items-start gap-5">
        <QrCode text={secret.address} />
        <div className="min-w-0 flex-1 basis-56">
          <p>Scan this with your authenticator app. No camera? Type this secret into it:</p>
          <p className="mt-2 max-w-[20ch] font-mono text-sm">
            {secret.secret.replace(/(.{4})(?!$)/g, '$1 ')}
          </p>
        </div>
      </div>
      <CodeField error={errors.code} autoFocus />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" pending={pending} pendingLabel="Comparing...">
          Turn it on
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}

/**
 * The text as squares that a camera reads. Dark on light in both themes, because some cameras read nothing
 * else.
 */
const QrCode = ({ text }: { text: string }) => {
  const { data, size } = encode(text, { border: 2 })
  const squares = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
  return (
    <svg
      role="img"
      aria-label="QR code for your authenticator app"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-44 shrink-0 rounded-md"
    >
      <rect width={size} height={size} fill="white" />
      <path d={squares.join('')} fill="black" />
    </svg>
  )
}

/** The secret, asked for once. A refusal is shown as a toast, and the form closes. */
function useSecret(onRefused: () => void): TotpSecretView | null {
  const [secret, setSecret] = useState<TotpSecretView | null>(null)
  const refuse = useEffectEvent((error: unknown) => {
    toastFailure(error, { title: 'Update failed', fallback: 'Failed to make a secret' })
    onRefused()
  })
  useEffect(() => {
    let open = true
    postTotp().then(
      (made) => open && setSecret(made),
      (error: unknown) => open && refuse(error),
    )
    return () => void (open = false)
  }, [])
  return secret
}

const Waiting = () => (
  <SkeletonGroup label="Drawing a code..." className="flex gap-5 pt-4">
    <Skeleton shape="block" width={176} height={176} />
    <Skeleton shape="block" height={68} />
  </SkeletonGroup>
)
