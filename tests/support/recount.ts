import type { HouseView, SyncReport } from '#contract/admin.ts'
import type { Person } from './http-client.ts'
import { until } from './until.ts'

/** Asks for a recount as this admin, and returns its report after its end. The call itself waits a few seconds. */
export async function recount(admin: Person): Promise<SyncReport> {
  const asked = await admin.post<SyncReport>('/admin/google-refresh')
  if (asked.status !== 200) throw new Error(`no recount: ${asked.status} ${asked.text}`)
  let report: SyncReport | null = asked.body
  await until(
    'the recount has ended',
    async () => {
      if (report?.finishedAt) return true
      report = (await admin.get<HouseView>('/admin/house')).body.sync
      return false
    },
    60_000,
  )
  return report
}
