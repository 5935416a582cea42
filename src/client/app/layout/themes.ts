import { THEMES } from '#client/ui/theme.ts'
import type { Theme } from '#client/ui/theme.ts'

/** The label of the control for the current theme. */
export const THEME_LABEL: Readonly<Record<Theme, string>> = {
  system: 'Theme: System',
  light: 'Theme: Porcelain',
  dark: 'Theme: Midnight',
}

/** The next theme of the cycle. */
export const nextTheme = (theme: Theme): Theme =>
  THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system'
