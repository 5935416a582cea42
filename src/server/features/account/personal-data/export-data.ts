import { houseName } from '#server/shared/site-settings/house-name.ts'
import { currentUser } from '#server/features/people/users/accounts.service.ts'
import { consentsOf } from '#server/features/people/users/viewers.service.ts'
import { unauthorised } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { blockersOf } from '#server/features/people/relations/hidden-people.service.ts'
import { loadActors } from '#server/features/people/users/people.service.ts'
import { registeredFeatures, type ExportSection, type ExportedThing } from '#server/shared/feature.ts'
import { clock } from '#server/platform/clock.ts'
import { portionsOf } from '#server/platform/sweep.ts'

/**
 * The order of the lists in the file and on the page, most wanted first; lists that are not named come last.
 */
const ORDER = [
  'posts',
  'comments',
  'reactions',
  'commentPoos',
  'pollVotes',
  'bookmarks',
  'crowds',
  'following',
  'followers',
  'muted',
  'blocked',
  'waiting',
  'messages',
  'conversations',
  'notifications',
  'pushDevices',
  'pushSettings',
  'digest',
  'reports',
  'decisions',
  'decrees',
  'decreeReactions',
  'decreeMails',
  'activity',
  'countedWeek',
  'secondFactors',
  'invitation',
  'files',
]
const placeOf = (name: string): number => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length)

interface ReadableSection {
  readonly title: string
  readonly rows: () => AsyncIterable<ExportedThing>
}

/** Everything the server stores of a person besides the account, list by list, read while it is written. */
export const exportSections = (id: string): Record<string, ReadableSection> =>
  Object.fromEntries(
    registeredFeatures()
      .flatMap(({ exports = {} }) => Object.entries(exports))
      .sort(([one], [other]) => placeOf(one) - placeOf(other))
      .map(([name, section]) => [name, { title: section.title, rows: () => rowsOf(section, id) }]),
  )

const rowsOf = ({ rows, ofPeople }: ExportSection, id: string) =>
  ofPeople
    ? withNames(id, rows(id) as AsyncIterable<{ userId?: string }>)
    : (rows(id) as AsyncIterable<ExportedThing>)

const PORTION = 200

/** Adds names to ids, portion by portion: the list may be long. */
async function* withNames<T extends { userId?: string }>(
  readerId: string,
  rows: AsyncIterable<T>,
): AsyncGenerator<ExportedThing> {
  const blockers = await blockersOf(readerId)
  for await (const portion of portionsOf(rows, PORTION)) yield* await named(portion, blockers)
}

async function named<T extends { userId?: string }>(
  rows: readonly T[],
  blockers: ReadonlySet<string>,
): Promise<ExportedThing[]> {
  const people = await loadActors(rows.flatMap(({ userId }) => userId ?? []))
  return rows.map(({ userId, ...row }) => {
    // What is about a group names no person.
    if (userId === undefined) return row
    const person = people.get(userId)
    // A handle never changes. A name may be newer than a block, so a blocked person does not get it (LIVE
    // L25).
    const displayName = person && blockers.has(userId) ? person.handle : person?.displayName
    return { handle: person?.handle ?? 'deleted', displayName: displayName ?? 'Deleted account', ...row }
  })
}

/**
 * Everything the site stores of the viewer as one JSON document, read while it is written. Of messages by
 * others only sender and time (DECISIONS row 42). Throws 401 for a deleted account.
 */
export async function exportData(viewer: Viewer): Promise<AsyncGenerator<string>> {
  const account = await currentUser(viewer.id)
  if (!account) throw unauthorised()
  const { rev: _, ...consents } = await consentsOf(viewer)
  return written(
    { exportedFrom: houseName(), exportedAt: clock.date(), account, privacySettings: consents },
    viewer.id,
  )
}

async function* written(head: Record<string, unknown>, id: string): AsyncGenerator<string> {
  yield JSON.stringify(head, null, 2).replace(/\n\}$/, '')
  for (const [name, { rows }] of Object.entries(exportSections(id))) {
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
