import type { ReactNode } from 'react'

/** At each empty field but the first, which has the document's sentence about all of them. */
export const EMPTY_FIELD = 'This field is empty.'

interface FormAlertProps {
  /** Why, in the server's words. */
  reason?: string | null
  children: ReactNode
}

/** The error above a form; screen readers announce it. */
export const FormAlert = ({ reason, children }: FormAlertProps) => (
  <div role="alert" className="rounded-md bg-danger-wash px-4 py-3 text-sm font-medium text-danger-ink">
    <p>{children}</p>
    {reason && <p className="mt-1">{reason}</p>}
  </div>
)
