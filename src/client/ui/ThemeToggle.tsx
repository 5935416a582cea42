import { Monitor, Moon, Sun } from 'lucide-react'
import { Segmented } from './Segmented.tsx'
import { useTheme } from './theme.ts'

const OPTIONS = [
  { value: 'system', label: 'System', icon: <Monitor /> },
  { value: 'light', label: 'Porcelain', icon: <Sun /> },
  { value: 'dark', label: 'Midnight', icon: <Moon /> },
] as const

/** Chooses the theme: system, porcelain (light) or midnight (dark). */
export const ThemeToggle = ({ iconsOnly, className }: { iconsOnly?: boolean; className?: string }) => {
  const { theme, setTheme } = useTheme()
  return (
    <Segmented
      label="Theme"
      options={OPTIONS}
      value={theme}
      onChange={setTheme}
      iconsOnly={iconsOnly}
      className={className}
    />
  )
}
