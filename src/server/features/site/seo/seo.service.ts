import type { SeoReport } from '#contract/admin.ts'
import { recordAdminAction } from '#server/shared/audit/audit-log.ts'
import { loadSetting, writeSetting } from '#server/shared/site-settings/site-settings.store.ts'
import { createSharedRead } from '#server/platform/cache/read-cache.ts'
import { headMarkup } from '#server/features/site/pages/head.ts'
import { publicPage } from '#server/features/site/pages/pages-router.ts'
import { logger } from '#server/platform/logger.ts'
import { isStoreOutage } from '#server/platform/mongo/store-outage.ts'
import { transact } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { clock } from '#server/platform/clock.ts'
import { checkPages, type CheckedPage } from './page-checks.ts'
import { sitePlaces, type ListedAddress } from './site-map.ts'

/** Posts and blog posts all have the same form, so only the newest are checked. */
const MAX_CHECKED = 60
const MAX_SHOWN = 50

/** A report is made again after this time, ms. */
const FRESH_MS = 24 * 60 * 60_000

const checking = createSharedRead<SeoReport>({
  name: 'seo-report',
  load: async () => {
    const report = await check()
    await writeSetting('seo', report)
    return report
  },
})

/** The last report. The first reader waits for the first one; a report older than a day is made again meanwhile. */
export async function seoReport(): Promise<SeoReport> {
  const last = await storedReport()
  if (last === null) return checking.get()
  if (Date.parse(last.checkedAt) <= clock.now() - FRESH_MS)
    checking.get().catch((error: unknown) => logger.warn({ err: error }, 'the SEO check failed'))
  return last
}

const storedReport = async (): Promise<SeoReport | null> =>
  ((await loadSetting('seo'))?.value ?? null) as SeoReport | null

/** Writes the sitemap and checks the public pages for an admin. */
export async function refreshSeo(admin: Viewer): Promise<SeoReport> {
  const before = await storedReport()
  const report = await check()
  await transact(async (tx) => {
    await writeSetting('seo', report, tx)
    await recordAdminAction(tx, {
      admin,
      action: 'house.seo',
      before: before && { score: before.score },
      after: { score: report.score },
    })
  })
  return report
}

/** Checks the public pages as search engines get them (DECISIONS row 19). */
async function check(): Promise<SeoReport> {
  const places = await sitePlaces({ anew: true })
  const { pages, broken } = await headsOf(places.slice(0, MAX_CHECKED))
  const checked = [
    ...broken.map((path): [string, string[]] => [path, ['answers with an error']]),
    ...checkPages(pages, new Set(places.map(({ path }) => path))),
  ]
  const failing = checked.filter(([, problems]) => problems.length > 0)
  return {
    score: checked.length === 0 ? 0 : Math.floor((100 * (checked.length - failing.length)) / checked.length),
    pages: checked.length,
    sitemap: places.length,
    failing: failing.slice(0, MAX_SHOWN).map(([path, problems]) => ({ path, problems })),
    checkedAt: clock.date().toISOString(),
  }
}

/** The heads of these pages, and the paths of pages that cannot be rendered. */
async function headsOf(
  places: readonly ListedAddress[],
): Promise<{ pages: CheckedPage[]; broken: string[] }> {
  const [pages, broken]: [CheckedPage[], string[]] = [[], []]
  // One after the other, so that visitors are not slowed down.
  for (const { path } of places) {
    try {
      const page = await publicPage(path)
      // It was deleted after the list was read.
      if (page.status === 200) pages.push({ path, markup: headMarkup(page.head) })
    } catch (error) {
      if (isStoreOutage(error)) throw error
      logger.error({ err: error, path }, 'a public page cannot be rendered')
      broken.push(path)
    }
  }
  return { pages, broken }
}
