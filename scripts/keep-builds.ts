import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'

/** How many builds keep their files, the newest included. */
const KEPT = 5

const withoutCompression = (file: string): string => file.replace(/\.(?:br|gz)$/, '')

/**
 * Remembers the files of the newest build in `folder`, and removes those that none of the last builds has: a page
 * that is open while a new build takes its place still finds its own. `list`: where the builds are remembered.
 */
export function keepBuilds(folder: string, list: string, newest: readonly string[]): void {
  const files = [...newest].sort()
  const before = existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as string[][]) : []
  const others = before.filter((build) => build.join() !== files.join())
  const builds = [files, ...others].slice(0, KEPT)
  mkdirSync(path.dirname(list), { recursive: true })
  writeFileSync(list, JSON.stringify(builds))
  const kept = new Set(builds.flat())
  for (const file of readdirSync(folder))
    if (!kept.has(withoutCompression(file))) rmSync(path.join(folder, file))
}

/** Keeps the hashed files of the last builds: of the page in `assets`, of the server's part beside its entry. */
export const keptBuilds = (): Plugin => ({
  name: 'kept-builds',
  apply: 'build',
  writeBundle({ dir }, bundle) {
    if (!dir) return
    const part = this.environment.name === 'client' ? 'assets' : '.'
    const newest = Object.keys(bundle)
      .filter((file) => path.dirname(file) === part)
      .map((file) => path.basename(withoutCompression(file)))
    keepBuilds(path.join(dir, part), path.join(dir, '../builds', `${path.basename(dir)}.json`), newest)
  },
})
