import { THEMES } from '#client/ui/theme.ts'
import type { Theme } from '#client/ui/theme.ts'

/** What one control that goes through the themes says about the one that is on. */
export const THEME_LABEL: Readonly<Record<Theme, string>> = {
  system: 'Theme: System',
  light: 'Theme: Porcelain',
  dark: 'Theme: Midnight',
}

/** The theme after this one, round and round. */
export const nextTheme = (theme: Theme): Theme =>
  THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system'
