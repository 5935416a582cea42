import { matchPath } from 'react-router-dom'
import { expect, it } from 'vitest'
import { TITLES } from '#contract/site.page-titles.ts'
import { ADMIN_TABS } from '#client/features/admin/dashboard/tabs.ts'
import { pathOf, type Props } from './scene.ts'
import { SCENES } from './scenes.ts'

const props = {
  handle: 'duke_ducky',
  post: { id: '1' },
  veiled: { id: '2' },
  cases: { open: '3', appealed: '4' },
  picture: Buffer.alloc(0),
} as unknown as Props
const paths = SCENES.map((scene) => pathOf(scene, props))

it('every page of the house hangs in the gallery', () => {
  const missing = Object.keys(TITLES).filter(
    (pattern) => !paths.some((path) => matchPath(pattern, path.split('?')[0]!)),
  )
  expect(missing).toEqual([])
})

it('every tab of the dashboard hangs there too', () => {
  expect(
    ADMIN_TABS.map(({ key }) => key).filter((key) => key !== 'users' && !paths.includes(`/admin?tab=${key}`)),
  ).toEqual([])
})

it('no two scenes share a name, which is that of their files', () => {
  expect(new Set(SCENES.map(({ name }) => name)).size).toBe(SCENES.length)
})
