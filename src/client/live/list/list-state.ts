import { createStore } from '../create-store.ts'
import { EMPTY, type Held, type Listed } from './pages.ts'

/** A list as far as it is here. */
export interface ListState<Row extends Listed = Listed> extends Held<Row> {
  /** When its pages, or its head, were requested, epoch ms; 0: they count as old. */
  readonly askedAt: number
  readonly isReading: boolean
  /** Why the last read of its pages has failed; null: it has not. */
  readonly failure: unknown
  /** The page after those that are here. */
  readonly more: 'idle' | 'loading' | 'failed'
}

export const NOTHING = {
  ...EMPTY,
  askedAt: 0,
  isReading: false,
  failure: null,
  more: 'idle',
} as const satisfies ListState

/** Lists that stay in memory, so that Back shows them at once (LIVE L17). */
const MAX_LISTS = 16

interface Lists {
  lists: ReadonlyMap<string, ListState>
  /** Raised when the person changes: lists on screen begin anew. */
  epoch: number
}
export const useLists = createStore<Lists>(() => ({ lists: new Map(), epoch: 0 }))

/** The keys of lists on screen, which stay. */
export const onScreen = new Set<string>()

export const stateOf = (key: string): ListState => useLists.getState().lists.get(key) ?? NOTHING

/** Changes a part of what is held of a list. */
export function changeList(key: string, part: Partial<ListState>): void {
  const current = useLists.getState().lists.get(key)
  const names = Object.keys(part) as (keyof ListState)[]
  if (current && names.every((name) => part[name] === current[name])) return
  set(key, { ...(current ?? NOTHING), ...part })
}

/** A list has left the screen: of those in memory it was shown last. */
export function leaveScreen(key: string): void {
  onScreen.delete(key)
  set(key, stateOf(key))
}

function set(key: string, state: ListState): void {
  useLists.setState(({ lists }) => {
    const next = new Map(lists)
    next.delete(key)
    next.set(key, state)
    const closed = [...next.keys()].filter((one) => one !== key && !onScreen.has(one))
    for (const oldest of closed.slice(0, Math.max(0, next.size - MAX_LISTS))) next.delete(oldest)
    return { lists: next }
  })
}

/** Changes a list that is here: `part` finds what is different. */
export const changeHere = (key: string, part: (state: ListState) => Partial<ListState>): void =>
  changeAll((one) => one === key, part)

/** Changes all lists that are meant: `part` finds what is different. */
export function changeAll(
  isMeant: (key: string) => boolean,
  part: (state: ListState) => Partial<ListState>,
): void {
  for (const [key, state] of useLists.getState().lists) if (isMeant(key)) changeList(key, part(state))
}

/** What is held of these lists. */
export const heldLists = (isMeant: (key: string) => boolean): ListState[] =>
  [...useLists.getState().lists].flatMap(([key, state]) => (isMeant(key) ? [state] : []))
