import { onTestFinished } from 'vitest'

/** How entries are committed, for `it.each`: a result must not depend on it. */
export const GROUP_SIZES: readonly (readonly [string, number])[] = [
  ['one by one', 1],
  ['in groups', 200],
]

/** Limits the size of groups until the end of the test. */
export async function limitGroups(max: number): Promise<void> {
  // The settings are read when a module of the server is first imported (server.ts).
  const { limitGroupSize } = await import('#server/platform/group-commit.ts')
  limitGroupSize(max)
  onTestFinished(() => limitGroupSize())
}
