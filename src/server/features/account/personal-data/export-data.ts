import { BRAND } from '#contract/brand.ts'
import { currentUser } from '#server/features/people/users/accounts.service.ts'
import { consentsOf } from '#server/features/people/users/consents.service.ts'
import { unauthorised } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { exportSections } from './export-sections.ts'

/**
 * Everything the house knows of the viewer, as one JSON document, written while it is read. Of messages that
 * others wrote:
 * who and when (DECISIONS row 42). Throws 401 for an account that is gone.
 */
export async function exportData(viewer: Viewer): Promise<AsyncGenerator<string>> {
  const account = await currentUser(viewer.id)
  if (!account) throw unauthorised()
  const { rev: _, ...consents } = await consentsOf(viewer)
  return written(
    { exportedFrom: BRAND.name, exportedAt: new Date(), account, privacySettings: consents },
    viewer.id,
  )
}

async function* written(head: Record<string, unknown>, id: string): AsyncGenerator<string> {
  yield JSON.stringify(head, null, 2).replace(/\n\}$/, '')
  for (const [name, rows] of Object.entries(exportSections(id))) {
    yield `,\n  ${JSON.stringify(name)}: [`
    let comma = ''
    for await (const row of rows()) {
      yield `${comma}\n    ${JSON.stringify(row)}`
      comma = ','
    }
    yield comma ? '\n  ]' : ']'
  }
  yield '\n}\n'
}
