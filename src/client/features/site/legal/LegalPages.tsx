import { LegalPage } from './LegalPage.tsx'
import { COOKIES } from './texts/cookies.ts'
import { DISCLAIMER } from './texts/disclaimer.ts'
import { GUIDELINES } from './texts/guidelines.ts'
import { PRIVACY } from './texts/privacy.ts'
import { TERMS } from './texts/terms.ts'

export const TermsPage = () => <LegalPage text={TERMS} />
export const PrivacyPolicyPage = () => <LegalPage text={PRIVACY} />
export const GuidelinesPage = () => <LegalPage text={GUIDELINES} />
export const CookiesPage = () => <LegalPage text={COOKIES} />
export const DisclaimerPage = () => <LegalPage text={DISCLAIMER} />
