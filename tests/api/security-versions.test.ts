import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/** Minimum versions, which fix known vulnerabilities (SECURITY, 15.1.1). */
const FLOORS = {
  'socket.io-parser': '4.2.7',
  'engine.io': '6.6.10',
  ws: '8.21.0',
  '@fastify/busboy': '3.1.1',
  express: '5.1.0',
  send: '1.1.0',
  qs: '6.16.0',
  'body-parser': '2.3.0',
  'path-to-regexp': '8.4.0',
  mongoose: '9.7.2',
  sharp: '0.35.5',
  nodemailer: '9.1.1',
  passport: '0.6.0',
  cookie: '0.7.0',
  'on-headers': '1.1.0',
  'proxy-addr': '2.0.8',
}

interface Lock {
  packages: Record<string, { version?: string; dev?: boolean }>
}

const lock = JSON.parse(
  readFileSync(path.resolve(import.meta.dirname, '../../package-lock.json'), 'utf8'),
) as Lock

const installed = (name: string): string[] =>
  Object.entries(lock.packages)
    .filter(
      ([place, { dev }]) =>
        !dev && (place === `node_modules/${name}` || place.endsWith(`/node_modules/${name}`)),
    )
    .map(([, { version }]) => version!)

const numbers = (version: string) => version.split('.').map(Number) as [number, number, number]

function isAtLeast(version: string, floor: string): boolean {
  const [have, need] = [numbers(version), numbers(floor)]
  const different = have.findIndex((part, at) => part !== need[at])
  return different < 0 || have[different]! > need[different]!
}

test.each(Object.entries(FLOORS))(
  '%s is at least %s in every place of the dependency tree',
  (name, floor) => {
    expect(installed(name)).not.toEqual([])
    expect(installed(name).filter((version) => !isAtLeast(version, floor))).toEqual([])
  },
)

test('ffmpeg, if installed, is at least 5.1: no distribution fixes older ones any more', () => {
  const { stdout } = spawnSync(process.env['FFMPEG_PATH'] ?? 'ffmpeg', ['-version'], { encoding: 'utf8' })
  // Builds from a commit have no version number, and without ffmpeg there is no output.
  const numbered = /^ffmpeg version n?(\d+\.\d+)/.exec(stdout ?? '')?.[1] ?? '5.1'
  expect(isAtLeast(`${numbered}.0`, '5.1.0')).toBe(true)
})

test('the minimum versions are checked against installed packages', () => {
  expect(installed('mongoose')).toHaveLength(1)
  expect(isAtLeast('4.10.0', '4.9.9') && !isAtLeast('4.9.9', '4.10.0')).toBe(true)
})
