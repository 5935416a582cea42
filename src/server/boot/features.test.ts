import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { erasures } from '../features/account/erasure/deletion.service.ts'
import { exportSections } from '../features/account/personal-data/export-data.ts'
import { eraseFollows, eraseRelations } from '../features/people/people.personal-data.ts'
import { FEATURES } from './features.ts'
import { registerFeatures } from '../shared/feature.ts'

beforeAll(() => registerFeatures(FEATURES))

describe('An export', () => {
  test('has its lists in this order', () => {
    expect(Object.keys(exportSections('0'.repeat(24)))).toEqual([
      'posts',
      'comments',
      'reactions',
      'commentPoos',
      'pollVotes',
      'bookmarks',
      'crowds',
      'following',
      'followers',
      'muted',
      'blocked',
      'waiting',
      'messages',
      'conversations',
      'notifications',
      'pushDevices',
      'pushSettings',
      'digest',
      'reports',
      'decisions',
      'decrees',
      'decreeReactions',
      'decreeMails',
      'activity',
      'countedWeek',
      'secondFactors',
      'invitation',
      'files',
    ])
  })
})

test('what is sealed with a key of SESSION_SECRET can be sealed again with a newer one', () => {
  const server = path.dirname(import.meta.dirname)
  const sources = readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(path.join(server, name), 'utf8'))
  const sealed = sources.flatMap((text) =>
    [...text.matchAll(/\bseal\('([\w-]+)'/g)].map(([, purpose]) => purpose),
  )
  const resealed = FEATURES.flatMap(({ seals = {} }) => Object.keys(seals))
  expect(resealed.toSorted()).toEqual([...new Set(sealed)].toSorted())
})

describe('An erasure', () => {
  const position = (erase: unknown) =>
    erasures()
      .flat()
      .findIndex((one) => one === erase)

  test('removes follows and blocks after all content that they hide', () => {
    const content = FEATURES.flatMap(({ erases = [] }) => erases).map(position)
    expect(content).not.toContain(-1)
    expect(position(eraseFollows)).toBeGreaterThan(Math.max(...content))
    expect(position(eraseRelations)).toBeGreaterThan(position(eraseFollows))
  })

  test('removes the files after everything that shows them', () => {
    const of = (name: string) =>
      FEATURES.filter((feature) => feature.name === name)
        .flatMap(({ erases = [] }) => erases)
        .map(position)
    const owners = ['posts', 'comments', 'messages', 'blog'].flatMap(of)
    expect(Math.min(...of('media'))).toBeGreaterThan(Math.max(...owners))
  })
})
