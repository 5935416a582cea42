import type { LegalPath } from '#contract/site.page-titles.ts'
import { LegalPage } from './LegalPage.tsx'
import { COOKIES } from './texts/cookies.ts'
import { DISCLAIMER } from './texts/disclaimer.ts'
import { GUIDELINES } from './texts/guidelines.ts'
import { PRIVACY } from './texts/privacy.ts'
import { TERMS } from './texts/terms.ts'

const TEXTS = {
  '/terms': TERMS,
  '/privacy': PRIVACY,
  '/guidelines': GUIDELINES,
  '/cookies': COOKIES,
  '/disclaimer': DISCLAIMER,
} as const

/** Any of the five, by its path. */
export const LegalPageAt = ({ path }: { path: LegalPath }) => <LegalPage text={TEXTS[path]} />
export const TermsPage = () => <LegalPage text={TERMS} />
export const PrivacyPage = () => <LegalPage text={PRIVACY} />
export const GuidelinesPage = () => <LegalPage text={GUIDELINES} />
export const CookiesPage = () => <LegalPage text={COOKIES} />
export const DisclaimerPage = () => <LegalPage text={DISCLAIMER} />
