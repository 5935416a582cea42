import { CalendarDays, Crown, MessageCircle, Settings2, Share } from 'lucide-react'
import type { ProfileView } from '#contract/people.ts'
import { useIsSignedIn } from '#client/features/account/data/viewer/viewer.store.ts'
import { Attendance } from '#client/features/analytics/Attendance.tsx'
import { FollowToggle } from '#client/features/people/follow/FollowToggle.tsx'
import { Link } from '#client/ui/Link.tsx'
import { Avatar } from '#client/ui/Avatar.tsx'
import { Badge } from '#client/ui/Badge.tsx'
import { Button } from '#client/ui/Button.tsx'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { shareLink } from '#client/ui/clipboard.ts'
import { Num } from '#client/ui/Num.tsx'
import { RichText } from '#client/ui/RichText.tsx'
import { useHydrating } from '#client/ui/useHydrating.ts'
import { ProfileMenu } from './ProfileMenu.tsx'
import { joined } from './joined.ts'
import './ProfileHeader.css'

/** Banner, avatar, names, badges, bio, counts and actions (product section 2, Profile). */
export const ProfileHeader = ({ profile }: { profile: ProfileView }) => (
  <header>
    <div className="s-profile-banner">
      {profile.bannerUrl ? (
        <img src={profile.bannerUrl} alt="" fetchPriority="high" />
      ) : (
        <div className="tiles size-full" />
      )}
    </div>
    <div className="px-4 pb-4 sm:px-5">
      <div className="s-profile-row">
        <Avatar
          name={profile.displayName}
          seed={profile.handle}
          src={profile.avatarUrl}
          size={96}
          loading="eager"
          className="s-profile-face"
        />
        <Actions profile={profile} />
      </div>
      <Names profile={profile} />
      {profile.bio && <RichText text={profile.bio} className="written mt-3" />}
      <div className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-1">
        <p className="flex items-center gap-1.5 text-sm text-ink-soft">
          <CalendarDays className="size-4" />
          Joined {joined(profile.createdAt, useHydrating() ? 'UTC' : undefined)}
        </p>
        <Attendance id={profile.id} />
      </div>
      <Counts profile={profile} />
    </div>
  </header>
)

const Names = ({ profile }: { profile: ProfileView }) => (
  <div className="mt-3 min-w-0">
    <div className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
      <h1 className="min-w-0 overflow-clip text-2xl wrap-anywhere" dir="auto" tabIndex={-1}>
        {profile.displayName}
      </h1>
      {profile.isAdmin && (
        <>
          <Badge tone="royal">Verified</Badge>
          <Badge tone="brass" icon={<Crown />}>
            Admin
          </Badge>
        </>
      )}
    </div>
    <p className="flex min-w-0 items-center gap-2">
      <span className="one-line text-ink-soft">@{profile.handle}</span>
      {profile.viewer.followsYou && <Badge className="shrink-0">Follows you</Badge>}
    </p>
  </div>
)

const COUNTED = [
  { key: 'posts', label: 'Posts' },
  { key: 'following', label: 'Following' },
  { key: 'followers', label: 'Followers' },
] as const

const Counts = ({ profile }: { profile: ProfileView }) => (
  <dl className="mt-3 flex flex-wrap gap-x-5 gap-y-1">
    {COUNTED.map(({ key, label }) => (
      <div key={key} className="relative flex flex-row-reverse items-baseline gap-1.5">
        <dt className="text-sm text-ink-soft">
          {/* The link covers the number as well. */}
          <Link
            to={`?tab=${key}`}

            className="hover:underline after:absolute after:-inset-y-2 after:inset-x-0 after:content-['']"
          >
            {label}
          </Link>
        </dt>
        <dd className="font-semibold" data-count={key}>
          <Num value={profile._count[key]} />
        </dd>
      </div>
    ))}
  </dl>
)

/** Device share where there is one, else the link is copied (product section 2, Profile). */
export const shareProfile = ({ handle, displayName }: Pick<ProfileView, 'handle' | 'displayName'>) =>
  shareLink({ title: displayName, url: `${location.origin}/profile/${handle}` }, 'Profile link copied!')

const Actions = ({ profile }: { profile: ProfileView }) => (
  <div className="s-profile-actions">
    <Button
      size="sm"
      icon={<Share />}
      // On a phone the buttons fit beside the avatar when this one and Message are icons alone.
      className="max-[30rem]:gap-0 max-[30rem]:px-2"
      onClick={() => void shareProfile(profile)}
    >
      <span className="max-[30rem]:sr-only">Share Profile</span>
    </Button>
    {profile.viewer.isSelf && (
      <ButtonLink size="sm" icon={<Settings2 />} to="?tab=settings">
        Edit Profile
      </ButtonLink>
    )}
    {profile.viewer.can.message && (
      <ButtonLink
        size="sm"
        icon={<MessageCircle className="min-[30rem]:hidden" />}
        className="max-[30rem]:gap-0 max-[30rem]:px-2"
        to={`/messages?user=${profile.id}`}
      >
        <span className="max-[30rem]:sr-only">Message</span>
      </ButtonLink>
    )}
    {!profile.viewer.isSelf && <FollowButton profile={profile} />}
    {!profile.viewer.isSelf && <ProfileMenu profile={profile} />}
  </div>
)

/** Hidden when the viewer may not follow; visitors are asked to log in. */
const FollowButton = ({ profile }: { profile: ProfileView }) => {
  const signedIn = useIsSignedIn()
  const { follows, can } = profile.viewer
  return signedIn && !can.follow && !follows ? null : <FollowToggle id={profile.id} follows={follows} />
}
