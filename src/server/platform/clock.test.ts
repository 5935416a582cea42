import { readFileSync, globSync } from 'node:fs'
import { expect, it } from 'vitest'
import { narrowed } from './clock.ts'

/** Their own clock is the right one: they compare it with the times of files, or run in one process only. */
const OF_THE_MACHINE = [
  'src/server/platform/clock.ts',
  'src/server/features/media/media-intake.ts',
  'src/server/features/monitor/crash-reports.ts',
]

it('[L81] nothing else on the server reads the clock of its process', () => {
  const files = globSync('src/{server,realtime}/**/*.ts', {
    exclude: ['**/*.test.ts', 'src/server/migrations/**', ...OF_THE_MACHINE],
  })
  expect(files.length).toBeGreaterThan(400)
  expect(
    files.filter((file) =>
      /\bDate\.now\b|\bnew Date\(\)|\bnew (Types\.)?ObjectId\(\)/.test(readFileSync(file, 'utf8')),
    ),
  ).toEqual([])
})

it.each([
  ['a right clock stays as it is', { known: 0, theirs: 1_005, asked: 1_000, answered: 1_010 }, 0],
  ['a slow answer moves nothing', { known: 0, theirs: 1_000, asked: 1_000, answered: 9_000 }, 0],
  ['a clock behind is moved forward', { known: 0, theirs: 61_005, asked: 1_000, answered: 1_010 }, 59_995],
  ['a clock ahead is moved back', { known: 0, theirs: 1_005, asked: 61_000, answered: 61_010 }, -59_994],
  ['a clock that was set right is as before', { known: -59_994, theirs: 5, asked: 0, answered: 10 }, -5],
])('%s', (_, { known, theirs, asked, answered }, ahead) => {
  expect(narrowed(known, theirs, asked, answered)).toBe(ahead)
})
