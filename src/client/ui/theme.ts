import { create } from 'zustand'
import { browserStorage } from './storage.ts'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

/** Same key as public/first.js, which applies the choice before the first paint. */
const KEY = 'rf-theme'

const isTheme = (value: unknown): value is Theme => THEMES.some((theme) => theme === value)

const remembered = (): Theme => {
  const value = browserStorage.read(KEY)
  return isTheme(value) ? value : 'system'
}

const mediaOf = (theme: Theme, own: string | undefined) => {
  if (theme === 'system') return `(prefers-color-scheme: ${own})`
  return own === theme ? 'all' : 'not all'
}

const apply = (theme: Theme) => {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
  // The colour of the browser's own interface.
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[data-theme-color]')) {
    meta.media = mediaOf(theme, meta.dataset['themeColor'])
  }
}

interface ThemeStore {
  theme: Theme
  setTheme: (theme: Theme) => void
}

/**
 * The chosen theme; 'system' follows the device, in CSS alone. Kept on this device, and the same in all its
 * tabs.
 */
export const useTheme = create<ThemeStore>()((set) => ({
  // The server's document knows no choice: zustand's hook reads this value while React hydrates.
  theme: 'system',
  setTheme: (theme) => {
    browserStorage.keep(KEY, theme)
    apply(theme)
    set({ theme })
  },
}))

useTheme.setState({ theme: remembered() })

browserStorage.onChange(KEY, () => {
  apply(remembered())
  useTheme.setState({ theme: remembered() })
})
