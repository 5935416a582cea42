import { clsx } from 'clsx'
import { Crown } from 'lucide-react'
import { memo } from 'react'
import { usePerson } from '#client/features/people/data/users/users.store.ts'
import { useViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { FollowToggle } from '#client/features/people/follow/FollowToggle.tsx'
import { Link } from '#client/ui/Link.tsx'
import { Avatar } from '#client/ui/Avatar.tsx'
import { Badge } from '#client/ui/Badge.tsx'

interface PersonRowProps {
  id: string
  /** Shown instead of the bio. */
  note?: string | undefined
  /** The emoji with which this person reacted. */
  mark?: string | undefined
  /** For a narrow column: a smaller picture, and no bio. */
  compact?: boolean | undefined
}

/**
 * A person in a list. Only signed-in people can follow, and nobody can follow themselves (product section 2,
 * Search).
 */
export const PersonRow = memo(({ id, note, mark, compact = false }: PersonRowProps) => {
  const person = usePerson(id)
  const viewerId = useViewer()?.id
  if (!person) return null
  return (
    <div
      className={clsx(
        'relative grid grid-cols-[auto_minmax(0,1fr)_auto] items-center border-b border-hairline px-4 py-3 hover:bg-wash sm:px-5',
        compact ? 'gap-x-2.5' : 'gap-x-3',
      )}
    >
      <span className="relative">
        <Avatar
          name={person.displayName}
          seed={person.handle}
          src={person.avatarUrl}
          size={compact ? 40 : 48}
        />
        {mark && <span className="s-reaction-emoji absolute -end-1.5 -bottom-1">{mark}</span>}
      </span>
      <div>
        <p className="flex items-center gap-2">
          {/* The link covers the row, so that the whole of it can be pressed. */}
          <Link
            to={`/u/${person.handle}`}
            dir="auto"
            className="one-line font-semibold after:absolute after:inset-0 after:content-['']"
          >
            {person.displayName}
          </Link>
          {person.isAdmin && (
            <Badge tone="brass" icon={<Crown />}>
              <span className={compact ? 'sr-only' : undefined}>Admin</span>
            </Badge>
          )}
        </p>
        <p className="one-line text-sm text-ink-faint">@{person.handle}</p>
        {!compact && (note ?? person.bio) && (
          <p dir="auto" className="one-line text-sm text-ink-soft">
            {note ?? person.bio}
          </p>
        )}
      </div>
      {viewerId && viewerId !== id && (
        <span className="relative shrink-0">
          <FollowToggle id={id} follows={person.isFollowing} name={person.displayName} compact={compact} />
        </span>
      )}
      {/* Below the button as well: beside it there is no space for a sentence. */}
      {compact && note && <p className="one-line col-span-2 col-start-2 text-xs text-ink-soft">{note}</p>}
    </div>
  )
})
PersonRow.displayName = 'PersonRow'
