import { defineConfig } from 'playwright/test'
import type { E2eServer } from '#tests/e2e/server.setup.ts'
import { CHROMIUM_FLAGS, findChromium } from '#tests/support/chromium.ts'

// Found once: the runner's workers read this file again.
const chromium = (process.env['CHROMIUM_PATH'] ??= findChromium() ?? '')
if (!chromium)
  throw new Error('There is no Chromium here. Set CHROMIUM_PATH to one, or let npm test fetch it.')

// A worker reads this file again, knows its place among the workers, and uses the server of that place.
const servers = JSON.parse(process.env['E2E_SERVERS'] ?? '[]') as E2eServer[]
Object.assign(process.env, servers[Number(process.env['TEST_PARALLEL_INDEX'] ?? 0)])

// A test's page lives for seconds: V8's optimising compilers cost more than their code saves.
const FOR_SHORT_PAGES = '--js-flags=--no-opt --no-maglev'
// A microphone that beeps, and a person who allows it. For all: a file with flags of its own starts a browser twice.
const FAKE_MICROPHONE = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']

// A browser that says it is headless is a bot to the product, and bots are not counted.
const userAgent = (device: string) =>
  `Mozilla/5.0 (${device}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0`
const desktop = {
  viewport: { width: 1280, height: 800 },
  userAgent: `${userAgent('X11; Linux x86_64')} Safari/537.36`,
}
const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
  userAgent: `${userAgent('Linux; Android 15; Pixel 9')} Mobile Safari/537.36`,
}

/** Files of `npm run test:slow`: what few changes can break and what takes long by nature. */
const SLOW = '**/*.slow.desktop.spec.ts'

/** Browsers against real servers with databases of their own, which tests/e2e/server.setup.ts starts. */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  globalSetup: './tests/e2e/server.setup.ts',
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    // Known once the servers run; the workers that use them start after that.
    ...(process.env['E2E_URL'] && { baseURL: process.env['E2E_URL'] }),
    launchOptions: {
      executablePath: chromium,
      args: [...CHROMIUM_FLAGS, FOR_SHORT_PAGES, ...FAKE_MICROPHONE],
    },
    locale: 'en-GB',
    timezoneId: 'UTC',
    // It would answer for files that tests hold back. The tests of being offline let it in.
    serviceWorkers: 'block',
    // Recording costs half as much again as the run itself: --trace on, for the one test that failed.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'desktop', testMatch: '**/*.desktop.spec.ts', testIgnore: SLOW, use: desktop },
    { name: 'phone', testMatch: '**/*.phone.spec.ts', testIgnore: SLOW, use: phone },
    { name: 'slow', testMatch: SLOW, use: desktop },
  ],
})
