import { blockersOf } from '#server/features/people/relations/hidden-people.service.ts'
import { loadActors } from '#server/features/people/users/actors.service.ts'
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

/**
 * Everything the server keeps of a person beside the account itself, list by list, each read while it is
 * written.
 */
export const exportSections = (id: string): Record<string, () => AsyncIterable<ExportedThing>> =>
  Object.fromEntries(
    registeredFeatures()
      .flatMap(({ exports = {} }) => Object.entries(exports))
      .sort(([one], [other]) => placeOf(one) - placeOf(other))
      .map(([name, section]) => [name, () => rowsOf(section, id)]),
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
