import type { ReactNode } from 'react'

interface WayProps {
  name: string
  value: ReactNode
  action?: ReactNode
  /** The content that opens below it. */
  children?: ReactNode
}

/** One way to sign in, as a row of a settings card: its name, its state, and a button that changes it. */
export const Way = ({ name, value, action, children }: WayProps) => (
  <div className="py-4 first:pt-0 last:pb-0">
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-56">
        <h3 className="font-text text-base font-semibold">{name}</h3>
        <p className="wrap-anywhere text-ink-soft">{value}</p>
      </div>
      {action}
    </div>
    {children}
  </div>
)
