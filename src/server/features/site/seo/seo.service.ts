import type { SeoReport } from '#contract/admin.ts'
import { recordAdminAction } from '#server/platform/audit/audit-log.ts'
import { readSetting, writeSetting } from '#server/platform/site-settings/site-settings.store.ts'
import { headMarkup } from '#server/features/site/pages/head.ts'
import { publicPage } from '#server/features/site/pages/pages.router.ts'
import { transact } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { checkPages, type CheckedPage } from './page-checks.ts'
import { sitePlaces, type Place } from './site-map.ts'

/** Posts and blog posts all have the same form, so only the newest are checked. */
const MAX_CHECKED = 60
const MAX_SHOWN = 50

/** The last report; null before the first. */
export async function lastSeoReport(): Promise<SeoReport | null> {
  return ((await readSetting('seo'))?.value ?? null) as SeoReport | null
}

/** Writes the sitemap and checks the public pages as search engines get them (DECISIONS row 19). */
export async function refreshSeo(admin: Viewer): Promise<SeoReport> {
  const places = await sitePlaces({ anew: true })
  const pages = await headsOf(places.slice(0, MAX_CHECKED))
  const failing = [...checkPages(pages, new Set(places.map(({ path }) => path)))].filter(
    ([, problems]) => problems.length > 0,
  )
  const report: SeoReport = {
    score: pages.length === 0 ? 0 : Math.floor((100 * (pages.length - failing.length)) / pages.length),
    pages: pages.length,
    sitemap: places.length,
    failing: failing.slice(0, MAX_SHOWN).map(([path, problems]) => ({ path, problems })),
    checkedAt: new Date().toISOString(),
  }
  const before = await lastSeoReport()
  await transact(async (tx) => {
    await writeSetting('seo', report, tx)
    await recordAdminAction(tx, {
      admin,
      action: 'house.seo',
      target: { type: 'house', id: null },
      before: before && { score: before.score },
      after: { score: report.score },
    })
  })
  return report
}

// One after the other, so that visitors are not slowed down.
async function headsOf(places: readonly Place[]): Promise<CheckedPage[]> {
  const pages: CheckedPage[] = []
  for (const { path } of places) {
    const page = await publicPage(path)
    // It was deleted after the list was read.
    if (page.status === 200) pages.push({ path, markup: headMarkup(page.head) })
  }
  return pages
}
