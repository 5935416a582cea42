import type { ReactNode } from 'react'

/** For ears only. Inside class lists, `sr-only` does the same. */
export const VisuallyHidden = ({ children }: { children: ReactNode }) => (
  <span className="sr-only">{children}</span>
)
