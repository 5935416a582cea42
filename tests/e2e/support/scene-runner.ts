import { expect, type Locator, type Page, type Route } from 'playwright/test'
import { pathIn, whoIn, type Row, type Scene, type Screen, type Where } from '#tests/scenes/scene.ts'
import { violationsOfOverlay, violationsOfPage, type Size } from './inspect.ts'
import { toast } from './toasts.ts'
import type { TestWorld } from './world.ts'

/** The failures of a state of a screen, one line each. `index`: its place among the states of the visit. */
export type Check = (page: Page, scene: Scene, index: number) => Promise<string[]>

/**
 * Opens these states of a screen, one after the other, and checks each of them. `loads`: each state is loaded, and none
 * is reached as by a link.
 */
export async function problemsOf(
  screen: Screen,
  scenes: readonly Scene[],
  { world, pages }: TestWorld,
  check: Check,
  { loads = false } = {},
): Promise<string[]> {
  const problems: string[] = []
  /** The pages of this visit, and whether a link may lead on from what they show. */
  const visited = new Map<Page, boolean>()
  for (const [index, scene] of scenes.entries()) {
    const own = pages[whoIn(screen, scene)]
    const page = scene.withoutSocket ? await newPage(own) : own
    const held = await prepare(page, scene)
    if (scene.prepare) await scene.prepare(page, world)
    const isUsual = hasServersAnswers(scene) && (!scene.stays || visited.get(page) === true)
    // What an act opens may come late, over the next state.
    const leadsOn = isUsual && !scene.acts
    const path = pathIn(screen, scene, world)
    if (!scene.stays)
      await (!loads && isUsual && visited.get(page) && path !== NOWHERE
        ? walk(page, path)
        : open(page, scene, path))
    for (const act of scene.acts ?? []) await act(page, world)
    problems.push(...(await check(page, scene, index)).map((line) => `${scene.state}: ${line}`))
    await leave(page, held, (!loads && leadsOn) || (scenes[index + 1]?.stays ?? false))
    if (scene.withoutSocket) await page.close()
    else visited.set(page, leadsOn)
  }
  for (const page of visited.keys()) await page.goto(NOTHING)
  return problems
}

/** One more page of the same person, with reduced motion as well: colours that still change have too little contrast. */
async function newPage(own: Page): Promise<Page> {
  const page = await own.context().newPage()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  return page
}

/** Everything that the page knows is from the server. */
const hasServersAnswers = ({ prepare, holds, fails, withoutSocket }: Scene): boolean =>
  !prepare && !holds && !fails && !withoutSocket

/** Routes the calls that the scene holds or fails. Returns the held ones, to which more are added later. */
async function prepare(page: Page, { holds, fails, withoutSocket }: Scene): Promise<Route[]> {
  const held: Route[] = []
  if (withoutSocket) await page.routeWebSocket(/socket\.io/, () => undefined)
  if (holds) await page.route(holds, (route) => void held.push(route))
  // Without a message, so that the product's own text is shown.
  if (fails) await page.route(fails, (route) => route.fulfill({ status: 400, body: '' }))
  return held
}

async function open(page: Page, { holds, axe }: Scene, path: string): Promise<void> {
  await page.goto(path)
  if (holds || !axe) return
  await expect(page.getByRole('heading', { level: 1 }), path).toBeAttached()
  await expect(page.locator('.rf-skeleton'), path).toHaveCount(0)
}

/** An address that no page has. */
const NOWHERE = '/no/such/room'

/**
 * Goes to another page as by a link, which is much cheaper than to load it. By way of nowhere, so that the page of the
 * state before it is gone.
 */
async function walk(page: Page, path: string): Promise<void> {
  await page.evaluate(
    async ([nowhere, target]) => {
      const until = async (what: string, holds: () => boolean) => {
        for (const begun = Date.now(); !holds(); await new Promise((resolve) => setTimeout(resolve, 10)))
          if (Date.now() - begun > 20_000) throw new Error(what)
      }
      const go = (to: string) => {
        const state = { key: crypto.randomUUID() }
        history.pushState(state, '', to)
        dispatchEvent(new PopStateEvent('popstate', { state }))
      }
      const isNowhere = () => document.querySelector('h1')?.textContent.startsWith('404')
      go(nowhere)
      await until('The page before stays', () => isNowhere() === true)
      go(target)
      await until(
        `${target} does not come`,
        () => isNowhere() === false && !document.querySelector('.rf-skeleton'),
      )
    },
    [NOWHERE, path] as const,
  )
}

/** A page that is left calls nothing any more. Any other site, about:blank too, would cost a new process. */
const NOTHING = '/robots.txt'

/** Ends the held calls: a browser would send them once nobody intercepts them any more. */
async function leave(page: Page, held: Route[], stays: boolean): Promise<void> {
  if (!stays) await page.goto(NOTHING)
  await Promise.all(held.map((route) => route.abort()))
  await page.unrouteAll({ behavior: 'ignoreErrors' })
}

const FINDERS: Record<Exclude<Where, 'title'>, (page: Page, text: string) => Locator> = {
  heading: (page, name) => page.getByRole('heading', { name, exact: true }),
  text: (page, text) => page.getByText(text, { exact: true }),
  option: (page, name) => page.getByRole('option', { name, exact: true }),
  button: (page, name) => page.getByRole('button', { name, exact: true }),
  link: (page, name) => page.getByRole('link', { name, exact: true }),
  field: (page, label) => page.getByLabel(label, { exact: true }),
  placeholder: (page, text) => page.getByPlaceholder(text, { exact: true }),
  checkbox: (page, name) => page.getByRole('checkbox', { name, exact: true }),
  switch: (page, name) => page.getByRole('switch', { name, exact: true }),
  'menu item': (page, name) => page.getByRole('menuitem', { name, exact: true }),
  alert: (page, text) => page.getByRole('alert').getByText(text, { exact: true }),
  toast: (page, text) => toast(page).getByText(text, { exact: true }),
  loading: (page, text) => page.getByRole('status').getByText(text, { exact: true }),
}

/** The texts of a state that its page does not show. */
export const missingTexts: Check = async (page, { texts = [] }) => {
  const found = await Promise.all(texts.map((row) => isShown(page, row)))
  return texts.filter((_, index) => !found[index]).map((row) => row.join(' '))
}

async function isShown(page: Page, [where, text, target]: Row): Promise<boolean> {
  if (where === 'title') return passes(expect.poll(() => titleOf(page)).toBe(text))
  const all = FINDERS[where](page, text).filter({ visible: true })
  return passes(
    expect(target === undefined ? all : all.and(page.locator(`[href="${target}"]`))).not.toHaveCount(0),
  )
}

/** Without the count of what is unread. */
const titleOf = async (page: Page): Promise<string> => (await page.title()).replace(/^\(\d+\+?\) /, '')

const passes = (expectation: Promise<void>): Promise<boolean> =>
  expectation.then(
    () => true,
    () => false,
  )

/** What axe finds, and what does not fit, on the page or on what has been opened on it. */
export const violations =
  (sizes: readonly Size[]): Check =>
  async (page, { axe, texts = [] }, index) => {
    if (axe === undefined) return []
    if (axe !== 'page') return violationsOfOverlay(page, axe, index)
    const isUnknownPage = texts.some(([, text]) => text.startsWith('404'))
    if (!isUnknownPage) await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(/404|burst/)
    return violationsOfPage(page, sizes, index)
  }
