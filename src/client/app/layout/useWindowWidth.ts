import { useMediaQuery } from '#client/ui/useMediaQuery.ts'

// The widths at which Shell.css changes the layout.
const COMPACT_SIDEBAR = '(width < 75rem)'
const NO_RIGHT_COLUMN = '(width < 62.5rem)'

/** Whether the sidebar shows icons only, which then need tooltips. */
export const useCompact = (): boolean => useMediaQuery(COMPACT_SIDEBAR)

/** Whether there is space for the right column. */
export const useHasRightColumn = (): boolean => !useMediaQuery(NO_RIGHT_COLUMN)
