import { inBrowser } from '#client/ui/in-browser.ts'

/**
 * This browser's store for what somebody is writing. It may be forbidden or full: then what is typed lives as long as
 * the page, which is all that can be had.
 */
export function readStored(key: string): string | null {
  if (!inBrowser) return null
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Empty text is forgotten. */
export function keepStored(key: string, text: string): void {
  try {
    if (text) localStorage.setItem(key, text)
    else localStorage.removeItem(key)
  } catch {
    // See above.
  }
}
