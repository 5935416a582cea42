import { execFileSync } from 'node:child_process'
import { chromium } from 'playwright'

// A browser that talks to nobody but the server under test, in containers too, where there is neither sandbox nor GPU.
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The Chromium to test with: CHROMIUM_PATH, the system's own, or the one Playwright fetched; undefined when there is none that runs. */
export function findChromium(): string | undefined {
  const candidates = [process.env['CHROMIUM_PATH'], 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', chromium.executablePath()]
  return candidates.find((candidate) => candidate !== undefined && runs(candidate))
}

function runs(program: string): boolean {
  try {
    return /Chrom/.test(execFileSync(program, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], timeout: 20_000 }))
  } catch {
    // Not there, or a stub that only says where to get it.
    return false
  }
}
