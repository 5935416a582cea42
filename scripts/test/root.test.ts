import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')

/** Folders and files of the root. What starts with a dot belongs to tools. */
const KNOWN = [
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'Dockerfile',
  'LICENSE',
  'README.md',
  'bench',
  'chunks.config.ts',
  'compose.yaml',
  'deploy',
  'docs',
  'package-lock.json',
  'package.json',
  'playwright.config.ts',
  'scripts',
  'src',
  'tests',
  'tsconfig.json',
  'uploads',
  'vite.config.ts',
  'vitest.config.ts',
]

it('the root of the repository has nothing that a run or a person left there', () => {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  const entries = new Set(
    files
      .trim()
      .split('\n')
      .map((file) => file.split('/')[0]!),
  )
  const left = [...entries].filter((entry) => !entry.startsWith('.') && !KNOWN.includes(entry))
  expect(left).toEqual([])
})
