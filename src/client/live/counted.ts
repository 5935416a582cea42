const KEY = 'rf-count-me'

/** Whether somebody without an account has agreed to being counted. Nobody has, without having been asked; a browser that keeps nothing cannot say so. */
export function isCounted(): boolean {
  try {
    return localStorage.getItem(KEY) === 'yes'
  } catch {
    return false
  }
}

export function setCounted(counted: boolean): void {
  try {
    if (counted) localStorage.setItem(KEY, 'yes')
    else localStorage.removeItem(KEY)
  } catch {
    // See above.
  }
}
