import { Crown } from 'lucide-react'
import { memo } from 'react'
import { Link } from 'react-router-dom'
import { usePerson } from '#client/features/people/data/users/users.store.ts'
import { useViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { FollowToggle } from '#client/features/people/follow/FollowToggle.tsx'
import { Avatar } from '#client/ui/Avatar.tsx'
import { Badge } from '#client/ui/Badge.tsx'

interface PersonRowProps {
  id: string
  /** Shown instead of the bio. */
  note?: string | undefined
  /** For a narrow column: a smaller picture, and no bio. */
  compact?: boolean | undefined
}

/**
 * A person in a list. Only signed-in people can follow, and nobody can follow themselves (product section 2,
 * Search).
 */
export const PersonRow = memo(({ id, note, compact = false }: PersonRowProps) => {
  const person = usePerson(id)
  const viewerId = useViewer()?.id
  if (!person) return null
  return (
    <div className="relative flex items-center gap-3 border-b border-hairline px-4 py-3 hover:bg-wash sm:px-5">
      <Avatar
        name={person.displayName}
        seed={person.handle}
        src={person.avatarUrl}
        size={compact ? 40 : 48}
      />
      <div className="min-w-0 flex-1">
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
        {note ? (
          <p className="one-line text-sm text-ink-soft">{note}</p>
        ) : (
          person.bio &&
          !compact && (
            <p dir="auto" className="one-line text-sm text-ink-soft">
              {person.bio}
            </p>
          )
        )}
      </div>
      {viewerId && viewerId !== id && (
        <span className="relative shrink-0">
          <FollowToggle id={id} follows={person.isFollowing} name={person.displayName} compact={compact} />
        </span>
      )}
    </div>
  )
})
PersonRow.displayName = 'PersonRow'
