import { startServerProcess, type ServerProcess } from '#tests/support/server-process.ts'
import type { Browser, Engine } from './engine.ts'
import { FIREFOX } from './firefox.ts'
import { FLOWS, type Flow } from './flows.ts'
import { Page } from './page.ts'
import { WEBKIT } from './webkit.ts'

/**
 * `npm run test:engines`: the flows that matter most, in the engines that are not Chromium's. `-- firefox` or
 * `-- webkit` runs one of them. An engine that is not installed is skipped.
 */
const asked = process.argv.slice(2)
/** `ONLY=menu` in the environment: the flows whose title has this word. */
const flows = FLOWS.filter(({ title }) => title.includes(process.env['ONLY'] ?? ''))
const counts = { passed: 0, failed: 0 }

async function runFlow(browser: Browser, engine: Engine, flow: Flow, server: ServerProcess): Promise<void> {
  const begun = performance.now()
  const tab = await browser.openTab()
  const page = new Page(tab, server.url)
  const tell = (result: string) =>
    console.log(
      `${engine.name}: ${flow.title}: ${result} (${((performance.now() - begun) / 1000).toFixed(1)} s)`,
    )
  try {
    await flow.run(page, server)
    counts.passed += 1
    tell('passed')
  } catch (error) {
    counts.failed += 1
    tell('FAILED')
    console.log(error)
    console.log(await page.describe().catch(String))
  } finally {
    await tab.close()
  }
}

async function runAll(engine: Engine, server: ServerProcess): Promise<void> {
  const browser = await engine.launch()
  try {
    for (const flow of flows) await runFlow(browser, engine, flow, server)
  } finally {
    await browser[Symbol.asyncDispose]()
  }
}

const engines = [FIREFOX, WEBKIT].filter(
  ({ name }) => asked.length === 0 || asked.includes(name.toLowerCase()),
)
const server = await startServerProcess({ LOG_LEVEL: 'warn' })
try {
  for (const engine of engines)
    if (engine.isInstalled()) await runAll(engine, server)
    else console.log(`${engine.name}: skipped, not installed. Debian: apt-get install ${engine.packages}`)
} finally {
  await server[Symbol.asyncDispose]()
}
console.log(`\n${counts.passed} passed, ${counts.failed} failed`)
process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0
