import { MailQuestionMark } from 'lucide-react'
import { useRequiredViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { codeOfCall } from '#client/live/api-error.ts'
import { useWrite } from '#client/live/use-write.ts'
import { Button } from '#client/ui/Button.tsx'
import { TextLink } from '#client/ui/TextLink.tsx'

const sendAgain = async () =>
  (await codeOfCall(() => import('#client/live/http.ts'))).api.post<unknown>('/api/auth/email/confirm/again')

/** Says what a new person can do after the confirmation of their address, and sends the link again. */
export const ConfirmBanner = () => {
  const { email, newEmail } = useRequiredViewer()
  const { pending, run } = useWrite()
  const send = () =>
    run({
      write: sendAgain,
      done: () => ({ title: 'Check Your Email', description: `A link waits at ${email}.` }),
      failed: 'Failed to send the link',
    })
  return (
    <section
      aria-label="Email confirmation"
      className="flex gap-4 border-b border-hairline bg-sunken px-4 py-3 text-sm sm:px-5"
    >
      <MailQuestionMark className="mt-0.5 size-5 shrink-0 text-ink-soft" aria-hidden="true" />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-64 text-pretty wrap-anywhere">
          Confirm your email to post links and pictures, and to write to new people. The link waits at{' '}
          <strong>{newEmail ?? email}</strong>.{' '}
          <TextLink to="/settings?section=security">Wrong address?</TextLink>
        </p>
        {newEmail === null && (
          <Button size="sm" pending={pending} pendingLabel="Sending..." onClick={() => void send()}>
            Send it again
          </Button>
        )}
      </div>
    </section>
  )
}
