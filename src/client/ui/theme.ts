import { create } from 'zustand'
import { inBrowser } from './in-browser.ts'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

/** Same key as public/first.js, which applies the choice before the first paint. */
const KEY = 'rf-theme'

const isTheme = (value: unknown): value is Theme => THEMES.some((theme) => theme === value)

const remembered = (): Theme => {
  if (!inBrowser) return 'system'
  try {
    const value = localStorage.getItem(KEY)
    return isTheme(value) ? value : 'system'
  } catch {
    // Storage may be forbidden; then the system decides.
    return 'system'
  }
}

const mediaOf = (theme: Theme, own: string | undefined) => {
  if (theme === 'system') return `(prefers-color-scheme: ${own})`
  return own === theme ? 'all' : 'not all'
}

const apply = (theme: Theme) => {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
  // The browser's own frame follows.
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[data-theme-color]')) {
    meta.media = mediaOf(theme, meta.dataset['themeColor'])
  }
}

const remember = (theme: Theme) => {
  try {
    localStorage.setItem(KEY, theme)
  } catch {
    // Not remembered then, but it still holds for this visit.
  }
}

interface ThemeStore {
  theme: Theme
  setTheme: (theme: Theme) => void
}

/** The chosen theme; 'system' follows the device, in CSS alone. Kept on this device, and the same in all its tabs. */
export const useTheme = create<ThemeStore>()((set) => ({
  theme: remembered(),
  setTheme: (theme) => {
    remember(theme)
    apply(theme)
    set({ theme })
  },
}))

const followOtherTabs = ({ key }: StorageEvent) => {
  if (key !== KEY && key !== null) return
  apply(remembered())
  useTheme.setState({ theme: remembered() })
}
if (inBrowser) window.addEventListener('storage', followOtherTabs)
