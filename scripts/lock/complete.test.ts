import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { missingBuilds, withBuilds, type LockedPackages } from './complete.ts'

it('package-lock.json holds the builds for every system (else: npm run lock)', async () => {
  const { packages } = JSON.parse(
    await readFile(path.resolve(import.meta.dirname, '../../package-lock.json'), 'utf8'),
  ) as { packages: LockedPackages }
  expect(missingBuilds(packages)).toEqual([])
})

const LOCK: LockedPackages = {
  '': {},
  'node_modules/oxlint': {
    version: '1.0.0',
    dev: true,
    optionalDependencies: {
      '@oxlint/binding-darwin-arm64': '1.0.0',
      '@oxlint/binding-linux-x64-musl': '1.0.0',
    },
  },
  'node_modules/sharp': {
    version: '2.0.0',
    optionalDependencies: { '@img/sharp-wasm32': '2.0.0', '@img/sharp-win32-x64': '2.0.0' },
  },
  'node_modules/sharp/node_modules/@img/sharp-win32-x64': { version: '2.0.0', optional: true },
  'node_modules/@oxlint/binding-darwin-arm64': { version: '1.0.0', optional: true },
}

it('a build is missing when neither the package nor a folder above it has it', () => {
  expect(missingBuilds(LOCK).map(({ name }) => name)).toEqual([
    '@oxlint/binding-linux-x64-musl',
    '@img/sharp-wasm32',
  ])
})

it('a build is added for its own system only', () => {
  const packages = withBuilds(LOCK)
  expect(missingBuilds(packages)).toEqual([])
  expect(packages['node_modules/@oxlint/binding-linux-x64-musl']).toEqual({
    version: '1.0.0',
    cpu: ['x64'],
    dev: true,
    libc: ['musl'],
    optional: true,
    os: ['linux'],
  })
  expect(packages['node_modules/@img/sharp-wasm32']).toEqual({
    version: '2.0.0',
    cpu: ['wasm32'],
    optional: true,
  })
})

it('a system that the name does not tell is not guessed', () => {
  expect(() => withBuilds({ 'node_modules/a': { optionalDependencies: { 'a-native': '1.0.0' } } })).toThrow(
    'Which system is a-native@1.0.0 for?',
  )
})
