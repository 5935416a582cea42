import { BRAND } from '#contract/brand.ts'
import { currentUser } from '#server/features/people/users/accounts.service.ts'
import { consentsOf } from '#server/features/people/users/viewers.service.ts'
import { unauthorised } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { blockersOf } from '#server/features/people/relations/hidden-people.service.ts'
import { loadActors } from '#server/features/people/users/people.service.ts'
import { registeredFeatures, type ExportSection, type ExportedThing } from '#server/platform/feature.ts'

/**
 * What a person looks for first comes first, in the file and on the page; a list that is not named here comes
 * last.
 */
const ORDER = [
  'posts',
  'comments',
  'reactions',
  'following',
  'followers',
  'muted',
  'blocked',
  'waiting',
  'messages',
  'notifications',
  'reports',
  'decisions',
  'decrees',
  'activity',
  'secondFactors',
  'files',
]
const placeOf = (name: string): number => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length)

interface ReadableSection {
  readonly title: string
  readonly rows: () => AsyncIterable<ExportedThing>
}

/**
 * Everything the server keeps of a person beside the account itself, list by list, each read while it is
 * written.
 */
export const exportSections = (id: string): Record<string, ReadableSection> =>
  Object.fromEntries(
    registeredFeatures()
      .flatMap(({ exports = {} }) => Object.entries(exports))
      .sort(([one], [other]) => placeOf(one) - placeOf(other))
      .map(([name, section]) => [name, { title: section.title, rows: () => rowsOf(section, id) }]),
  )

const rowsOf = ({ rows, ofPeople }: ExportSection, id: string) =>
  ofPeople
    ? withNames(id, rows(id) as AsyncIterable<{ userId: string }>)
    : (rows(id) as AsyncIterable<ExportedThing>)

const PORTION = 200

/** Puts names beside ids: the list may be long, so a portion at a time. */
async function* withNames<T extends { userId: string }>(
  readerId: string,
  rows: AsyncIterable<T>,
): AsyncGenerator<ExportedThing> {
  const blockers = await blockersOf(readerId)
  let portion: T[] = []
  for await (const row of rows) {
    portion.push(row)
    if (portion.length < PORTION) continue
    yield* await named(portion, blockers)
    portion = []
  }
  yield* await named(portion, blockers)
}

async function named<T extends { userId: string }>(
  rows: readonly T[],
  blockers: ReadonlySet<string>,
): Promise<ExportedThing[]> {
  const people = await loadActors(rows.map(({ userId }) => userId))
  return rows.map(({ userId, ...row }) => {
    const person = people.get(userId)
    // A handle never changes. A name may be newer than a block, and then is not for the blocked (LIVE L25).
    const displayName = person && blockers.has(userId) ? person.handle : person?.displayName
    return { handle: person?.handle ?? 'deleted', displayName: displayName ?? 'Deleted account', ...row }
  })
}

/**
 * Everything the site knows of the viewer, as one JSON document, written while it is read. Of messages that
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
