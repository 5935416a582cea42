import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// A server of one's own, a database and its indexes are made in beforeAll.
const SERVER_START_MS = 120_000
/**
 * Files that need a worker of their own: with settings of their own, or with the insides of the server in
 * hand. Those with the same settings are one file, which imports the others (`*.cases.ts`).
 */
const ALONE = '**/*.alone.test.ts'
/** Files of `npm run test:slow`: what few changes can break and what takes long by nature. */
const SLOW = '**/*.slow.test.{ts,mjs}'
/** Only of `npm run test:all`: what takes a minute and more, or proves what few installations have. */
const NIGHT = '**/*.night.test.ts'

/** The longest files of a project begin first, so that no core waits for the last of them at the end. */
const LONGEST = [
  'matrix.test.ts',
  'two-processes.test.ts',
  'two-servers.test.ts',
  'every-event.test.ts',
  'own-state.alone.test.ts',
  'gateway.alone.test.ts',
  'gateway-limits.alone.test.ts',
  'limits.alone.test.ts',
  'admin-commands.slow.test.ts',
  'mail-server.slow.test.ts',
  'embedded-mongo.slow.test.ts',
  'faults/store-kill.slow.test.ts',
  'two-servers-outages.slow.test.ts',
]

/** For tests with server processes of their own. */
const SERVER_LINES = './tests/support/server-lines.setup.ts'

/**
 * Node itself loads the modules, as it does for the product: a worker that starts finds them in Node's compile cache.
 * (Not where a test needs Vite: styles, components.)
 */
const NODE_LOADS = { viteModuleRunner: false }

const hasDocument = (file: string) => readFileSync(file, 'utf8').startsWith('// @vitest-environment jsdom')

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}`))
      return at === -1 ? LONGEST.length : at
    }
    // Project by project, and files with a document apart: a worker is kept only while the next file belongs to
    // the same project and has the same environment. The projects with the longest files come first as well:
    // the last one has short files, which all workers share.
    const groups = Map.groupBy(
      await super.sort(files),
      ({ project, moduleId }) => `${project.name} ${hasDocument(moduleId)}`,
    )
    return [...groups.values()]
      .map((specifications) => specifications.toSorted((one, other) => place(one) - place(other)))
      .toSorted(([one], [other]) => place(one!) - place(other!))
      .flat()
  }
}

/** One real mongod serves the whole run; `npx vitest run --project api` runs a part of it. */
export default defineConfig({
  test: {
    // Much of a test is waiting, for the store, for sockets and for processes that start: one more at once
    // than there are cores.
    maxWorkers: availableParallelism() + 1,
    globalSetup: './tests/support/mongod.setup.ts',
    // Whatever reads the settings leaves nothing in the working folder.
    env: { SESSION_SECRET: 'only-for-tests', LOG_LEVEL: 'silent' },
    // Generous: a test that waits says itself for what and how long, and a busy machine is no failure.
    testTimeout: 60_000,
    // One second, the default, is too short where other processes use the cores.
    expect: { poll: { timeout: 30_000, interval: 20 } },
    hookTimeout: SERVER_START_MS,
    restoreMocks: true,
    sequence: { sequencer: LongestFirst },
    // A worker that starts and loads its modules costs more than most files: they share one. Those of ALONE
    // do not.
    isolate: false,
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'src/{contract,embedded-mongo,server,realtime}/**/*.test.ts',
            'scripts/**/*.test.{ts,mjs}',
          ],
          exclude: [ALONE, SLOW, NIGHT],
        },
      },
      {
        test: {
          name: 'client',
          include: ['src/client/**/*.test.{ts,tsx}', 'tests/client/**/*.test.{ts,tsx}'],
          // A document takes seconds to make: files that need one say so in their first line
          // (@vitest-environment jsdom).
          setupFiles: './tests/client/support/fresh-modules.ts',
        },
      },
      {
        // Whole pages in a document without layout, against a real server (tests/pages/support/open-page.ts).
        test: {
          name: 'pages',
          experimental: NODE_LOADS,
          globalSetup: './tests/pages/support/build-client.setup.ts',
          include: ['tests/pages/**/*.test.ts'],
          environment: 'jsdom',
          setupFiles: ['./tests/pages/support/setup.ts', SERVER_LINES],
        },
      },
      // The files of one worker share a server as well (tests/support/server.ts).
      {
        test: {
          name: 'api',
          experimental: NODE_LOADS,
          include: ['tests/{api,realtime}/**/*.test.ts'],
          exclude: [ALONE, SLOW, NIGHT],
          setupFiles: SERVER_LINES,
        },
      },
      {
        test: {
          name: 'alone',
          experimental: NODE_LOADS,
          include: [`{src,tests}/${ALONE}`, 'tests/faults/**/*.test.ts'],
          exclude: [SLOW, NIGHT],
          isolate: true,
          setupFiles: SERVER_LINES,
        },
      },
      // Some kill servers and databases of their own, which takes as long as they need to come back.
      {
        test: {
          name: 'slow',
          experimental: NODE_LOADS,
          include: [`{src,tests,scripts}/${SLOW}`],
          isolate: true,
          setupFiles: SERVER_LINES,
          testTimeout: 240_000,
        },
      },
      { test: { name: 'night', include: [`{src,tests}/${NIGHT}`], isolate: true, setupFiles: SERVER_LINES } },
    ],
  },
})
