import { browserStorage, tabStorage } from './storage.ts'

// Each tab keeps its own copy of a draft, so that none erases what another one shows. What a closed tab has left is
// taken over by the next page that opens the place.

const TAB_KEY = 'royal-flush:tab'

/** This load of the page, and the one before it in this tab. A later one is greater. */
let loads: { own: string; before: string } | null = null

function loadsOfTab(): { own: string; before: string } {
  if (loads) return loads
  const own = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`
  loads = { own, before: tabStorage.read(TAB_KEY) ?? '' }
  tabStorage.keep(TAB_KEY, own)
  return loads
}

const copyOf = (key: string, load: string): string => `${key}#${load}`
const ownCopy = (key: string): string => copyOf(key, loadsOfTab().own)
/** The copy that a page has taken over last. Its tab, if there still is one, keeps it again. */
const takenKey = (key: string): string => `${key}!`

/** Where the draft for this tab is: its own copy, else that of its load before, else that of the tab opened last. */
function shownCopy(key: string): string | undefined {
  const own = ownCopy(key)
  if (browserStorage.read(own) !== null) return own
  const copies = browserStorage
    .keys(key)
    .filter((one) => one === key || one.startsWith(`${key}#`))
    .sort()
  const before = copyOf(key, loadsOfTab().before)
  return copies.includes(before) ? before : copies.at(-1)
}

/** The draft under this key as this tab is to show it; '' without one. */
export function peekDraft(key: string): string {
  const copy = shownCopy(key)
  return copy === undefined ? '' : (browserStorage.read(copy) ?? '')
}

/** Keeps this tab's copy of a draft; an empty text removes it. */
export const storeDraft = (key: string, text: string): boolean => browserStorage.keep(ownCopy(key), text)

/** Makes the draft that this tab shows its own. */
export function takeDraft(key: string): void {
  const copy = shownCopy(key)
  if (copy === undefined || copy === ownCopy(key)) return
  storeDraft(key, browserStorage.read(copy) ?? '')
  browserStorage.remove(copy)
  browserStorage.keep(takenKey(key), copy)
}

/** Removes the draft that this tab shows. */
export function dropDraft(key: string): void {
  takeDraft(key)
  storeDraft(key, '')
}

/** Calls the listener when another tab has taken over this tab's copy. Returns an unsubscribe. */
export const onDraftTaken = (key: string, listener: () => void): (() => void) =>
  browserStorage.onChange(takenKey(key), () => {
    if (browserStorage.read(takenKey(key)) === ownCopy(key)) listener()
  })
