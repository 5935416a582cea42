import { AtSign, Flag, Gavel, MessageCircle, MessageSquare, Shield, SmilePlus, UserPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { NotificationType, NotificationView } from '#contract/notifications.ts'
import { Avatar } from '#client/ui/Avatar.tsx'
import { Checkbox } from '#client/ui/Checkbox.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'

const ICONS: Record<NotificationType, ReactNode> = {
  FOLLOW: <UserPlus />,
  REACTION: <SmilePlus />,
  COMMENT: <MessageSquare />,
  MENTION: <AtSign />,
  MESSAGE: <MessageCircle />,
  REPORT: <Flag />,
  MODERATION: <Gavel />,
  GUARD: <Shield />,
}

interface NotificationRowProps {
  notification: NotificationView
  /** Unread ones can be ticked. */
  ticked?: boolean
  onTick?: () => void
  /** Called when the link is followed. */
  onOpen?: () => void
}

/** One notification: person, text, time. The whole row is a link. */
export const NotificationRow = ({ notification, ticked, onTick, onOpen }: NotificationRowProps) => (
  <li className="relative flex items-center gap-3 px-4 py-3 hover:bg-wash has-checked:bg-royal-wash sm:px-5">
    {onTick && (
      <Checkbox
        aria-label={`Select: ${notification.message}`}
        className="relative z-10"
        checked={ticked ?? false}
        onChange={onTick}
      />
    )}
    <span className="relative shrink-0">
      <Avatar
        name={notification.actor.displayName}
        seed={notification.actor.handle}
        src={notification.actor.avatarUrl}
        size={40}
      />
      <span
        aria-hidden="true"
        className="absolute -end-1 -bottom-1 grid size-5 place-items-center rounded-full bg-royal text-on-royal [&_svg]:size-3"
      >
        {ICONS[notification.type]}
      </span>
    </span>
    <div className="min-w-0 flex-1">
      <p className={notification.read ? 'text-ink-soft' : 'font-semibold'}>
        {/* The link covers the row, so that the whole of it can be pressed. */}
        <Link
          to={notificationLink(notification)}
          onClick={onOpen}
          className="after:absolute after:inset-0 after:content-['']"
        >
          <span className="wrap-anywhere">{notification.message}</span>
        </Link>
      </p>
      <p className="one-line text-sm text-ink-faint">
        @{notification.actor.handle} · <RelativeTime at={notification.createdAt} />
      </p>
    </div>
    {!notification.read && (
      <span className="size-2.5 shrink-0 rounded-full bg-live">
        <span className="sr-only">unread</span>
      </span>
    )}
  </li>
)

/** The page a notification links to (product section 2). */
function notificationLink(notification: NotificationView): string {
  switch (notification.type) {
    case 'FOLLOW':
      return `/u/${notification.data.followerHandle}`
    case 'REACTION':
    case 'COMMENT':
    case 'MENTION':
      return `/p/${notification.data.postId}`
    case 'REPORT':
      return '/guidelines'
    case 'MODERATION':
      return `/appeal/${notification.data.caseId}`
    case 'GUARD':
      return notification.data.postId ? `/p/${notification.data.postId}` : '/guidelines'
    case 'MESSAGE':
      return `/messages?conversation=${notification.data.conversationId}`
  }
}
