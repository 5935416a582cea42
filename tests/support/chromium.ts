import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { chromium } from 'playwright'

// A browser that talks to nobody but the server under test, in containers too, where there is neither sandbox
// nor GPU.
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // All pages of a browser context share a process, and so the scripts that it has compiled.
  '--process-per-site',
]

/** Chromium without a window. */
export const SHELL = 'chromium-headless-shell'

const NAMES = [SHELL, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/**
 * The Chromium to test with: CHROMIUM_PATH, the system's own, or the one Playwright fetched; undefined when
 * there is none that runs.
 */
export function findChromium(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter)
  const installed = NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name)))
  return [process.env['CHROMIUM_PATH'], ...installed, chromium.executablePath()].find(
    (file) => file && existsSync(file) && runs(file),
  )
}

function runs(program: string): boolean {
  try {
    return /Chrom/.test(
      execFileSync(program, ['--version'], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
        timeout: 20_000,
      }),
    )
  } catch {
    // A stub that only says where to get it.
    return false
  }
}
