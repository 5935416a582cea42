import { useSearchParams } from 'react-router-dom'
import { BLOG_MAIL_MESSAGES } from '#contract/blog.constants.ts'
import { TITLES } from '#contract/site.page-titles.ts'
import { MailedQuestion, type Question } from '#client/features/account/recovery/MailedQuestion.tsx'
import { confirmArticles, endArticles } from '#client/features/blog/data/blog.mails.actions.ts'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { usePageTitle } from '#client/ui/page-title.ts'

const LOOK = {
  mascot: 'king',
  saying: 'A decree unread is a plunger unswung.',
} as const

/** /blog-mail?confirm= and ?end=: subscribes an address to articles, or ends that. */
export const BlogMailPage = () => {
  usePageTitle(TITLES['/blog-mail'])
  const [query] = useSearchParams()
  return (
    <MailedQuestion
      look={LOOK}
      question={questionOf(query)}
      invalid={{ title: TITLES['/blog-mail'], lead: BLOG_MAIL_MESSAGES.invalidLink }}
    >
      <ButtonLink to="/blog" variant="primary" size="lg" block>
        Return to Royal Archives
      </ButtonLink>
    </MailedQuestion>
  )
}

function questionOf(query: URLSearchParams): Question | null {
  const [confirm, end] = [query.get('confirm'), query.get('end')]
  if (confirm)
    return {
      title: 'Decrees by mail',
      lead: 'We will send every new decree to this address, and nothing else.',
      button: 'Bring me decrees',
      answer: () => confirmArticles(confirm),
    }
  if (end)
    return {
      title: 'No more decrees?',
      lead: 'We will send no more decrees to this address.',
      button: 'Unsubscribe',
      answer: () => endArticles(end),
    }
  return null
}
