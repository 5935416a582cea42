import { useSearchParams } from 'react-router-dom'
import { DIGEST_MESSAGES } from '#contract/notifications.constants.ts'
import { TITLES } from '#contract/site.page-titles.ts'
import { MailedQuestion } from '#client/features/account/recovery/MailedQuestion.tsx'
import { endDigest } from '#client/features/notifications/data/digest.store.ts'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { usePageTitle } from '#client/ui/page-title.ts'

const LOOK = { mascot: 'duke', saying: 'No news is a quiet bath.' } as const

/** /digest-mail?end=: ends the mails of notifications without a log-in. */
export const DigestMailPage = () => {
  usePageTitle(TITLES['/digest-mail'])
  const end = useSearchParams()[0].get('end')
  return (
    <MailedQuestion
      look={LOOK}
      question={
        end
          ? {
              title: 'No more news by mail?',
              lead: 'You can still read your notifications on the site.',
              button: 'Unsubscribe',
              answer: () => endDigest(end),
            }
          : null
      }
      invalid={{ title: TITLES['/digest-mail'], lead: DIGEST_MESSAGES.invalidLink }}
    >
      <ButtonLink to="/settings?section=notifications" variant="primary" size="lg" block>
        To the settings
      </ButtonLink>
    </MailedQuestion>
  )
}
