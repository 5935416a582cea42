import type { ReactNode } from 'react'

/** The error above a form; screen readers announce it. */
export const FormAlert = ({ children }: { children: ReactNode }) => (
  <p role="alert" className="rounded-md bg-danger-wash px-4 py-3 text-sm font-medium text-danger-ink">
    {children}
  </p>
)
