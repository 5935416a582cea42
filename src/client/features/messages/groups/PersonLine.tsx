import type { ReactNode } from 'react'
import type { ActorView } from '#contract/people.ts'
import { Avatar } from '#client/ui/Avatar.tsx'

interface PersonLineProps {
  person: ActorView
  /** Beside the handle. */
  note?: string | undefined
  /** In place of the name: a link with it. */
  name?: ReactNode
  /** At the end of the line. */
  children?: ReactNode
}

/** A person in a list of a dialog. */
export const PersonLine = ({ person, note, name, children }: PersonLineProps) => (
  <li className="relative flex items-center gap-3 py-2">
    <Avatar name={person.displayName} seed={person.handle} src={person.avatarUrl} size={40} />
    <div className="min-w-0 flex-1">
      <p dir="auto" className="one-line font-semibold">
        {name ?? person.displayName}
      </p>
      <p className="one-line text-sm text-ink-faint">
        @{person.handle}
        {note && ` · ${note}`}
      </p>
    </div>
    {children}
  </li>
)
