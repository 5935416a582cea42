import { matchPath } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { TITLES } from '#contract/site.page-titles.ts'
import { ADMIN_TABS } from '#client/features/admin/dashboard/tabs.ts'
import { GALLERY, SCREENS, everydayScenes, isChecked, slowScenes } from '#tests/scenes/list.ts'
import { pathIn, whoIn, type DemoWorld, type Scene } from '#tests/scenes/scene.ts'

const person = { id: '0', handle: 'duke_ducky' }
const world = {
  ann: person,
  bob: person,
  newcomer: person,
  admin: person,
  post: { id: '1' },
  mine: { id: '2' },
  decree: '/blog/on-the-keeping-of-the-seat',
  word: 'paper',
  meeting: { id: '6', token: 'seven' },
  warned: { id: '3' },
  cases: { open: '4', appealed: '5' },
  picture: Buffer.alloc(0),
} as unknown as DemoWorld

describe('The gallery', () => {
  const pictured = GALLERY.flatMap((screen) =>
    screen.scenes
      .filter(({ picture }) => picture !== undefined)
      .map((scene) => ({ ...scene, path: pathIn(screen, scene, world) })),
  )

  it('shows every page', () => {
    const missing = Object.keys(TITLES).filter(
      (pattern) => !pictured.some(({ path }) => matchPath(pattern, path.split('?')[0]!)),
    )
    expect(missing).toEqual([])
  })

  it('shows every tab of the dashboard', () => {
    const missing = ADMIN_TABS.map(({ key }) => key).filter(
      (key) => key !== 'users' && !pictured.some(({ path }) => path === `/admin?tab=${key}`),
    )
    expect(missing).toEqual([])
  })

  it("has a unique name for each picture, which is its file's name", () => {
    expect(new Set(pictured.map(({ picture }) => picture)).size).toBe(pictured.length)
  })

  it('has no picture of a scene that depends on the scene before it', () => {
    expect(pictured.filter(({ stays }) => stays)).toEqual([])
  })
})

describe('A scene that stays on the page', () => {
  const pairs = SCREENS.flatMap((screen) =>
    [everydayScenes(screen), slowScenes(screen)].flatMap((checked) =>
      checked.flatMap((scene, index) => (scene.stays ? [{ screen, scene, before: checked[index - 1] }] : [])),
    ),
  )
  const toasts = ({ texts = [] }: Scene) =>
    texts.filter(([where]) => where === 'toast').map(([, text]) => text)

  it('is on the page of the same person and path as the scene before it', () => {
    for (const { screen, scene, before } of pairs) {
      expect(before, scene.state).toBeDefined()
      expect(whoIn(screen, before!), scene.state).toBe(whoIn(screen, scene))
      expect(pathIn(screen, before!, world), scene.state).toBe(pathIn(screen, scene, world))
    }
  })

  it('has a toast of its own, so that the previous toast cannot be taken for it', () => {
    const alike = pairs.filter(({ scene, before }) => {
      const earlier = toasts(before!)
      return toasts(scene).length > 0 && toasts(scene).every((text) => earlier.includes(text))
    })
    expect(alike.map(({ scene }) => scene.state)).toEqual([])
  })
})

describe('The states with texts or a look of axe', () => {
  it('are each checked by npm test or by the slow tests', () => {
    const missing = SCREENS.flatMap((screen) => {
      const checked = new Set([...everydayScenes(screen), ...slowScenes(screen)])
      return screen.scenes.filter((scene) => isChecked(scene) && !checked.has(scene))
    })
    expect(missing).toEqual([])
  })

  it('are few in npm test where few people use the screen: how it opens', () => {
    const opened = SCREENS.filter(({ slow }) => slow).map((screen) => everydayScenes(screen))
    expect(opened.filter(([scene]) => scene?.stays === true)).toEqual([])
  })
})
