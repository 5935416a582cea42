import { create } from 'zustand'
import { inBrowser } from '#client/ui/in-browser.ts'

const KEY = 'rf-count-me'

function remembered(): boolean {
  if (!inBrowser) return false
  try {
    return localStorage.getItem(KEY) === 'yes'
  } catch {
    // A browser that keeps nothing has not agreed to anything.
    return false
  }
}

/** Whether somebody without an account has agreed to being counted. Nobody has, without having been asked. */
export const useCounted = create<{ counted: boolean }>(() => ({ counted: remembered() }))

export function setCounted(counted: boolean): void {
  useCounted.setState({ counted })
  try {
    if (counted) localStorage.setItem(KEY, 'yes')
    else localStorage.removeItem(KEY)
  } catch {
    // It holds for this visit then.
  }
}
