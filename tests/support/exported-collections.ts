import { AsyncLocalStorage } from 'node:async_hooks'
import mongoose from 'mongoose'
import { collectionsOfPeople } from './person-fields.ts'

/** What names people and is in no export, each with the reason. */
const NOT_EXPORTED: Record<string, string> = {
  account_claims: 'made of the account, which the export has',
  alerts: 'who has reported an error of the site, as an admin',
  audit_log: 'what staff has done is the record of the site',
  celebrities: 'made of follows, which the export has',
  comment_tombstones: 'a comment that its author has deleted, for some seconds',
  conversation_claims: 'made of the conversations, which the export has',
  crowds: 'figures of ten minutes, which the usual crowd sums up',
  held_tombstones: 'the ids of withdrawn texts, without the texts',
  jobs: 'work that waits, about what the export has',
  messages: 'read conversation by conversation, which are found by the person',
  notification_counters: 'figures of the notifications',
  pageMinutes: 'views of a page by everybody',
  pending_notices: 'no notifications yet',
  removed_things: 'hidden by a decision, whose export has the text',
  reset_tokens: 'a secret that opens the account',
  sessions: 'secrets that open the account; the activity has the log-ins',
  tallies: 'views of a page by everybody',
  timeline_rows: 'made of posts and follows, which the export has',
  timelines: 'made of posts and follows, which the export has',
  traffic_days: 'views of a page by everybody',
  traffic_sums: 'views of a page by everybody',
  withdrawn_notifications: 'their cause is gone; nobody sees them',
}

/** The collections in which exports look for their person by the id: of one after the other, until none is missing. */
export async function collectionsInExports(ids: readonly string[]): Promise<Set<string>> {
  const { exportData } = await import('#server/features/account/personal-data/export-data.ts')
  const { loadViewer } = await import('#server/features/people/users/viewers.service.ts')
  const found = new Set<string>()
  // Other work of the process reads at the same time.
  const exporting = new AsyncLocalStorage<string>()
  const before: unknown = mongoose.get('debug')
  mongoose.set('debug', (collection: string, _method: string, ...[filter]: unknown[]) => {
    const id = exporting.getStore()
    if (id !== undefined && JSON.stringify(filter ?? null).includes(id)) found.add(collection)
  })
  try {
    for (const id of ids) {
      if (unexported(found).missing.length === 0) break
      const viewer = await loadViewer(id)
      if (!viewer) throw new Error(`there is no account ${id}`)
      await exporting.run(id, async () => {
        for await (const _ of await exportData(viewer)) void _
      })
    }
  } finally {
    mongoose.set('debug', (before ?? false) as boolean)
  }
  return found
}

/**
 * Collections of the models that can name a person, but are neither `read` by an export nor have a reason; and those
 * that have a reason, but are read or unknown.
 */
export function unexported(read: ReadonlySet<string>): { missing: string[]; wrong: string[] } {
  const all = collectionsOfPeople()
  return {
    missing: all.filter((name) => !read.has(name) && !(name in NOT_EXPORTED)),
    wrong: Object.keys(NOT_EXPORTED).filter((name) => read.has(name) || !all.includes(name)),
  }
}
