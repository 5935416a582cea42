import type { SeoReport } from '#contract/admin.ts'
import { counted } from '#contract/plural.ts'
import { refreshSeo } from '#client/features/admin/data/site-settings.actions.ts'
import { WriteButton } from '#client/live/WriteButton.tsx'
import { Card } from '#client/ui/Card.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import { TextLink } from '#client/ui/TextLink.tsx'

/** Sitemap, robots, and what search engines find on the public pages. */
export const SeoCard = ({ report, onDone }: { report: SeoReport; onDone: () => void }) => (
  <Card title="Search engines">
    <p className="pb-4 text-ink-soft">
      Writes the sitemap again and checks the titles, descriptions and addresses of the public pages.
    </p>
    <WriteButton
      pendingLabel="Looking..."
      does={{
        write: () => refreshSeo().finally(onDone),
        done: ({ score, pages }) => ({
          title: 'SEO Refreshed',
          description: `${score}% of ${pages} public pages are in order.`,
        }),
        failed: { title: 'Error', sentence: 'Failed to refresh SEO' },
      }}
    >
      Refresh SEO Metadata
    </WriteButton>
    <Found report={report} />
  </Card>
)

const Found = ({ report: { score, pages, sitemap, failing, checkedAt } }: { report: SeoReport }) => (
  <div className="pt-4 text-sm">
    <p>
      <strong className="tabular">{score}%</strong> of {counted(pages, 'page')} in order,{' '}
      {counted(sitemap, 'address', 'addresses')} in the sitemap. Checked <RelativeTime at={checkedAt} />.
    </p>
    {failing.length > 0 && (
      <ul className="pt-2 text-ink-soft">
        {failing.map(({ path, problems }) => (
          <li key={path}>
            <TextLink to={path}>{path}</TextLink>: {problems.join(', ')}
          </li>
        ))}
      </ul>
    )}
  </div>
)
