import { MailQuestionMark } from 'lucide-react'
import { useEffect, useState } from 'react'
import { clsx } from 'clsx'
import { useRequiredViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { codeOfCall } from '#client/live/api-error.ts'
import { WriteButton } from '#client/live/WriteButton.tsx'
import { TextLink } from '#client/ui/TextLink.tsx'
import { browserStorage } from '#client/ui/storage.ts'
import { useServerRendered } from '#client/ui/useHydrating.ts'

const sendAgain = async () =>
  (await codeOfCall(() => import('#client/live/http.ts'))).api.post<unknown>('/api/auth/email/confirm/again')

/**
 * Says what a new person can do after the confirmation of their address, and sends the link again. The first page that
 * shows it has all of it; later pages, and documents of the server, have one line.
 */
export const ConfirmBanner = () => {
  const { id, email, newEmail } = useRequiredViewer()
  const isWhole = useFirstView(id)
  return (
    <section
      aria-label="Email confirmation"
      className={clsx(
        'flex gap-3 border-b border-hairline bg-sunken px-4 text-sm sm:gap-4 sm:px-5',
        isWhole ? 'py-3' : 'items-center py-1',
      )}
    >
      <MailQuestionMark
        className={clsx('size-5 shrink-0 text-ink-soft', isWhole && 'mt-0.5')}
        aria-hidden="true"
      />
      <div
        className={clsx('flex min-h-9 min-w-0 flex-1 items-center gap-x-4 gap-y-2', isWhole && 'flex-wrap')}
      >
        {isWhole ? (
          <p className="min-w-0 flex-1 basis-64 text-pretty wrap-anywhere">
            Confirm your email to post links and pictures, and to write to new people. The link waits at{' '}
            <strong>{newEmail ?? email}</strong>.{' '}
            <TextLink to="/settings?section=security">Wrong address?</TextLink>
          </p>
        ) : (
          <p className="one-line flex-1">
            <TextLink to="/settings?section=security">Confirm your email</TextLink>: the link waits at{' '}
            <strong>{newEmail ?? email}</strong>
          </p>
        )}
        {newEmail === null && (
          <WriteButton
            size="sm"
            pendingLabel="Sending..."
            does={{
              write: sendAgain,
              done: () => ({ title: 'Check Your Email', description: `A link waits at ${email}.` }),
              failed: 'Failed to send the link',
            }}
          >
            Send it again
          </WriteButton>
        )}
      </div>
    </section>
  )
}

/** Whether this device has not shown it to the person on another page. */
function useFirstView(viewerId: string): boolean {
  const key = `confirm-seen:${viewerId}`
  const serverRendered = useServerRendered()
  const [isFirst] = useState(() => !serverRendered && browserStorage.read(key) === null)
  useEffect(() => {
    if (isFirst) browserStorage.keep(key, 'yes')
  }, [isFirst, key])
  return isFirst
}
