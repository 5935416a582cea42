import { useEffect, useLayoutEffect, useRef } from 'react'
import type { ProfileView } from '#contract/people.ts'
import { plural } from '#contract/plural.ts'
import { useLiveProfile } from '#client/features/people/data/users/live-profile.ts'
import { loadProfile, profileFetchedAt } from '#client/features/people/data/users/users.actions.ts'
import { useProfile } from '#client/features/people/data/users/users.store.ts'
import { FollowToggle } from '#client/features/people/follow/FollowToggle.tsx'
import { Avatar } from '#client/ui/Avatar.tsx'
import { Badge } from '#client/ui/Badge.tsx'
import { Link } from '#client/ui/Link.tsx'
import { Num } from '#client/ui/Num.tsx'
import { placeBeside, seenWindow } from '#client/ui/place-beside.ts'
import './HoverCard.css'

export interface PersonLink {
  element: HTMLElement
  handle: string
}

const WIDTH = 320
/** A profile that is younger than this is not fetched again, ms; on screen it is kept up to date by pushes. */
const FRESH_MS = 60_000

/** Who a person is, beside their name. Shows nothing until the profile is here, and when there is none. */
export const HoverCard = ({ element, handle }: PersonLink) => {
  const profile = useProfile(handle)
  useEffect(() => {
    // The link still leads to the profile, which says what is wrong.
    if (Date.now() - profileFetchedAt(handle) > FRESH_MS) void loadProfile(handle).catch(() => undefined)
  }, [handle])
  return profile && <Card profile={profile} element={element} />
}

const Card = ({ profile, element }: { profile: ProfileView; element: HTMLElement }) => {
  useLiveProfile(profile)
  const card = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const { style, offsetHeight } = card.current!
    const { left, top, width } = placeBeside({
      line: element.getBoundingClientRect(),
      seen: seenWindow(),
      width: WIDTH,
      height: offsetHeight,
      isRightToLeft: false,
    })
    Object.assign(style, { left: `${left}px`, top: `${top}px`, width: `${width}px` })
  }, [element, profile])
  const { handle, displayName, avatarUrl, bio, viewer, _count } = profile
  return (
    <section ref={card} aria-label={`About ${displayName}`} className="s-hover-card">
      <div className="flex items-start justify-between gap-3">
        <Link to={`/u/${handle}`} tabIndex={-1} aria-hidden="true">
          <Avatar name={displayName} seed={handle} src={avatarUrl} size={48} />
        </Link>
        {!viewer.isSelf && (viewer.can.follow || viewer.follows) && (
          <FollowToggle id={profile.id} follows={viewer.follows} />
        )}
      </div>
      <Link to={`/u/${handle}`} className="mt-2 block min-w-0 hover:underline">
        <span className="line-clamp-2 text-lg font-semibold wrap-anywhere" dir="auto">
          {displayName}
        </span>
      </Link>
      <p className="flex min-w-0 items-center gap-2">
        <span className="one-line text-ink-soft">@{handle}</span>
        {viewer.followsYou && <Badge className="shrink-0">Follows you</Badge>}
      </p>
      {bio && (
        <p className="mt-2 line-clamp-3 wrap-anywhere" dir="auto">
          {bio}
        </p>
      )}
      <p className="mt-2 flex gap-4 text-sm text-ink-soft">
        <span>
          <Num value={_count.following} className="font-semibold text-ink" /> Following
        </span>
        <span>
          <Num value={_count.followers} className="font-semibold text-ink" />{' '}
          {plural(_count.followers, 'Follower')}
        </span>
      </p>
    </section>
  )
}
