import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { BLOG_MAIL_MESSAGES } from '#contract/blog.constants.ts'
import { TITLES } from '#contract/site.page-titles.ts'
import type { RecoveryView } from '#contract/account.ts'
import { AuthFrame } from '#client/features/account/login/AuthFrame.tsx'
import { Confirmation } from '#client/features/account/recovery/Confirmation.tsx'
import { confirmDecrees, endDecrees } from '#client/features/blog/data/blog.mails.actions.ts'
import { useWrite } from '#client/live/use-write.ts'
import { Button } from '#client/ui/Button.tsx'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { usePageTitle } from '#client/ui/page-title.ts'

const LOOK = {
  mascot: 'king',
  saying: 'A decree unread is a plunger unswung.',
} as const

interface Question {
  title: string
  lead: string
  button: string
  answer: () => Promise<RecoveryView>
}

/** /blog-mail?confirm= and ?end=: asks once more, because mail programs open links before people do. */
export const BlogMailPage = () => {
  usePageTitle(TITLES['/blog-mail'])
  const [query] = useSearchParams()
  const [message, setMessage] = useState<string | null>(null)
  const question = questionOf(query)
  if (message !== null)
    return (
      <Confirmation {...LOOK} title="So be it" lead={message}>
        <BlogLink />
      </Confirmation>
    )
  if (question) return <Asked {...question} onDone={setMessage} />
  return (
    <AuthFrame {...LOOK} title={TITLES['/blog-mail']} lead={BLOG_MAIL_MESSAGES.invalidLink}>
      <BlogLink />
    </AuthFrame>
  )
}

function questionOf(query: URLSearchParams): Question | null {
  const [confirm, end] = [query.get('confirm'), query.get('end')]
  if (confirm)
    return {
      title: 'Decrees by mail',
      lead: 'Every new decree, and nothing else, to the address that got the link.',
      button: 'Bring me decrees',
      answer: () => confirmDecrees(confirm),
    }
  if (end)
    return {
      title: 'No more decrees?',
      lead: 'The address that got this link will get no more of them.',
      button: 'Unsubscribe',
      answer: () => endDecrees(end),
    }
  return null
}

const Asked = ({ title, lead, button, answer, onDone }: Question & { onDone: (message: string) => void }) => {
  const { pending, run } = useWrite()
  return (
    <AuthFrame {...LOOK} title={title} lead={lead}>
      <Button
        variant="primary"
        size="lg"
        block
        pending={pending}
        onClick={() =>
          void run({
            write: async () => onDone((await answer()).message),
            failed: 'The herald has tripped',
          })
        }
      >
        {button}
      </Button>
    </AuthFrame>
  )
}

const BlogLink = () => (
  <ButtonLink to="/blog" variant="primary" size="lg" block>
    Return to Royal Archives
  </ButtonLink>
)
