import { TITLES } from '#contract/site.page-titles.ts'
import { BackBar } from '#client/ui/BackBar.tsx'
import { Card } from '#client/ui/Card.tsx'
import { TextLink } from '#client/ui/TextLink.tsx'
import { usePageTitle } from '#client/ui/page-title.ts'
import { ConsentCard } from './ConsentCard.tsx'
import { DeletionCard } from './DeletionCard.tsx'
import { ExportCard } from './ExportCard.tsx'
import { SendersCard } from './SendersCard.tsx'
import { SignsCard } from './SignsCard.tsx'
import { WithPrivacySettings } from './WithPrivacySettings.tsx'

/**
 * /privacy-settings: consents, who may write, read receipts, export of personal data, and deletion of the account (product
 * section 2).
 */
export const PrivacyPage = () => {
  usePageTitle(TITLES['/privacy-settings'])
  return (
    <>
      <BackBar title="Privacy settings" />
      <div className="flex flex-col gap-4 p-4">
        <WithPrivacySettings>
          <ConsentCard />
          <SendersCard />
          <SignsCard />
        </WithPrivacySettings>
        <ExportCard />
        <SmallPrint />
        <DeletionCard />
      </div>
    </>
  )
}

const LINKS = [
  { to: '/privacy', label: TITLES['/privacy'] },
  { to: '/terms', label: TITLES['/terms'] },
  { to: '/cookies', label: TITLES['/cookies'] },
  { to: '/guidelines', label: TITLES['/guidelines'] },
] as const

const SmallPrint = () => (
  <Card title="The small print">
    <ul className="flex flex-wrap gap-x-6 gap-y-2">
      {LINKS.map(({ to, label }) => (
        <li key={to}>
          <TextLink to={to}>{label}</TextLink>
        </li>
      ))}
    </ul>
  </Card>
)
