import { until } from '#tests/support/until.ts'
import type { Person } from '#tests/support/http-client.ts'
import type { Tab } from './engine.ts'

/** Keys as WebDriver names them. */
export const KEYS = { enter: '\uE007', control: '\uE009' } as const

const WAIT_MS = 20_000

/** A tab on the site, used as a person does. */
export class Page {
  readonly #tab: Tab
  readonly #site: string

  constructor(tab: Tab, site: string) {
    this.#tab = tab
    this.#site = site
  }

  signIn(who: Person): Promise<void> {
    const [name, value] = who.cookie().split(/=(.*)/s)
    return this.#tab.setCookie(this.#site, name!, value!)
  }

  /** Opens a path of the site, whatever answers. */
  load(path: string): Promise<void> {
    return this.#tab.open(this.#site + path)
  }

  /** Opens a path of the site, and waits until its buttons work. */
  async open(path: string): Promise<void> {
    await this.load(path)
    await this.waitFor(`${path} is hydrated`, () => !('hydrating' in document.documentElement.dataset))
  }

  errors = (): readonly string[] | null => this.#tab.errors()

  /** Runs a function in the page. It sees nothing of its module; its arguments and its result are JSON. */
  async evaluate<Args extends readonly unknown[], T>(
    work: (...args: Args) => T | Promise<T>,
    ...args: Args
  ): Promise<T> {
    const answer = await this.#tab.evaluate(`(async () => {
      try {
        return JSON.stringify({ value: await (${work.toString()})(...${JSON.stringify(args)}) })
      } catch (error) {
        return JSON.stringify({ error: String(error) })
      }
    })()`)
    const { value, error } = JSON.parse(answer) as { value: T; error?: string }
    if (error) throw new Error(error)
    return value
  }

  /** Waits until this function of the page returns true. */
  async waitFor<Args extends readonly unknown[]>(
    what: string,
    holds: (...args: Args) => boolean,
    ...args: Args
  ): Promise<void> {
    // A page that is being replaced by the next one answers nothing.
    let failure: unknown
    const look = () => this.evaluate(holds, ...args).catch((error: unknown) => ((failure = error), false))
    await until(what, look, WAIT_MS).catch((error: Error) => {
      throw new Error(error.message, { cause: failure })
    })
  }

  /** Waits until an element of this kind that has these words is shown. */
  see(css: string, words = ''): Promise<void> {
    return this.waitFor(`'${words}' in ${css}`, isShown, css, words)
  }

  /** Clicks the first element of this kind that has these words, once it stands still and nothing covers it. */
  async click(css: string, words = ''): Promise<void> {
    let place: { x: number; y: number } | null = null
    const isReachable = async () => (place = await this.evaluate(placeOf, css, words)) !== null
    await until(`'${words}' in ${css} can be clicked`, isReachable, WAIT_MS)
    const mouse = { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' } }
    const click = [
      { type: 'pointerMove', origin: 'viewport', ...place! },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ]
    await this.#tab.perform([{ ...mouse, actions: click }])
  }

  /** Types into the field that has the focus. */
  type(text: string): Promise<void> {
    const strokes = Array.from(text, (value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ])
    return this.#tab.perform([{ type: 'key', id: 'keys', actions: strokes.flat() }])
  }

  /** Presses keys together. */
  press(...keys: readonly string[]): Promise<void> {
    const down = keys.map((value) => ({ type: 'keyDown', value }))
    const up = keys.toReversed().map((value) => ({ type: 'keyUp', value }))
    return this.#tab.perform([{ type: 'key', id: 'keys', actions: [...down, ...up] }])
  }

  /** Where it is and what it shows, for the report of a failure. */
  describe(): Promise<string> {
    return this.evaluate(
      () => `${location.href}: ${document.body.innerText.replaceAll(/\s+/g, ' ').slice(0, 400)}`,
    )
  }
}

/** Runs in the page. */
function isShown(css: string, words: string): boolean {
  return [...document.querySelectorAll<HTMLElement>(css)].some(
    (element) =>
      element.checkVisibility() && `${element.ariaLabel ?? ''} ${element.innerText}`.includes(words),
  )
}

/** Runs in the page: the middle of the element, or null while it cannot be clicked. */
async function placeOf(css: string, words: string): Promise<{ x: number; y: number } | null> {
  const named = (element: HTMLElement) =>
    [
      element.ariaLabel,
      element.getAttribute('placeholder'),
      element.innerText,
      element instanceof HTMLInputElement && element.labels?.[0]?.innerText,
    ].some((name) => name && name.includes(words))
  const element = [...document.querySelectorAll<HTMLElement>(css)].find(
    (one) => one.checkVisibility() && (words === '' || named(one)),
  )
  if (!element || element.matches(':disabled')) return null
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const before = element.getBoundingClientRect()
  await new Promise((resolve) => requestAnimationFrame(resolve))
  const { top, left, width, height } = element.getBoundingClientRect()
  if (before.top !== top || before.left !== left) return null
  const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)]
  return element.contains(document.elementFromPoint(x, y)) ? { x, y } : null
}
