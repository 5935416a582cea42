import type { SeoReport } from '#contract/admin.ts'
import { recordAdminAction } from '#server/platform/audit/audit-log.ts'
import { readSetting, writeSetting } from '#server/platform/site-settings/site-settings.store.ts'
import { createSharedRead } from '#server/platform/cache/read-cache.ts'
import { headMarkup } from '#server/features/site/pages/head.ts'
import { publicPage } from '#server/features/site/pages/pages.router.ts'
import { transact } from '#server/platform/mongo/transaction.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { checkPages, type CheckedPage } from './page-checks.ts'
import { sitePlaces, type Place } from './site-map.ts'

/** Posts and blog posts all have the same form, so only the newest are checked. */
const MAX_CHECKED = 60
const MAX_SHOWN = 50

/** A report that nobody asked for is made again after this time, ms. */
const FRESH_MS = 24 * 60 * 60_000

const checking = createSharedRead<SeoReport>({
  name: 'seo-report',
  load: async () => {
    const report = await check()
    await writeSetting('seo', report)
    return report
  },
})

/** The last report, at most a day old: the first reader makes the first one. */
export async function seoReport(): Promise<SeoReport> {
  const last = await storedReport()
  const isFresh = last !== null && Date.parse(last.checkedAt) > Date.now() - FRESH_MS
  return isFresh ? last : checking.get()
}

const storedReport = async (): Promise<SeoReport | null> =>
  ((await readSetting('seo'))?.value ?? null) as SeoReport | null

/** Writes the sitemap and checks the public pages for an admin. */
export async function refreshSeo(admin: Viewer): Promise<SeoReport> {
  const before = await storedReport()
  const report = await check()
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

/** Checks the public pages as search engines get them (DECISIONS row 19). */
async function check(): Promise<SeoReport> {
  const places = await sitePlaces({ anew: true })
  const pages = await headsOf(places.slice(0, MAX_CHECKED))
  const failing = [...checkPages(pages, new Set(places.map(({ path }) => path)))].filter(
    ([, problems]) => problems.length > 0,
  )
  return {
    score: pages.length === 0 ? 0 : Math.floor((100 * (pages.length - failing.length)) / pages.length),
    pages: pages.length,
    sitemap: places.length,
    failing: failing.slice(0, MAX_SHOWN).map(([path, problems]) => ({ path, problems })),
    checkedAt: new Date().toISOString(),
  }
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
