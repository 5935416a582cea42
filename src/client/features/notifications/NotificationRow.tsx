import { clsx } from 'clsx'
import {
  AtSign,
  ChevronDown,
  ChevronUp,
  Droplets,
  Flag,
  Gavel,
  MessageCircle,
  MessageSquare,
  Shield,
  SmilePlus,
  UserPlus,
} from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { notificationLink } from '#contract/notifications.links.ts'
import { counted } from '#contract/plural.ts'
import type { NotificationType, NotificationView } from '#contract/notifications.ts'
import { useAbout } from '#client/features/notifications/data/abouts.store.ts'
import type { CrowdControlDialogProps } from '#client/features/notifications/crowd-control/CrowdControlDialog.tsx'
import { Button } from '#client/ui/Button.tsx'
import { lazyComponent, useLazy } from '#client/ui/lazy-component.ts'
import { Link } from '#client/ui/Link.tsx'
import { Avatar } from '#client/ui/Avatar.tsx'
import { Checkbox } from '#client/ui/Checkbox.tsx'
import { IconButton } from '#client/ui/IconButton.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import { messageOf, type NotificationGroup } from './notification-groups.ts'

const ICONS: Record<NotificationType, ReactNode> = {
  FOLLOW: <UserPlus />,
  REACTION: <SmilePlus />,
  COMMENT: <MessageSquare />,
  MENTION: <AtSign />,
  MESSAGE: <MessageCircle />,
  REPORT: <Flag />,
  MODERATION: <Gavel />,
  GUARD: <Shield />,
  PLUNGER: <Droplets />,
}

interface GroupToggleProps {
  open: boolean
  count: number
  onToggle: () => void
}

const GroupToggle = ({ open, count, onToggle }: GroupToggleProps) => (
  <IconButton
    label={`${open ? 'Hide' : 'Show'} the ${counted(count, 'notification')}`}
    icon={open ? <ChevronUp /> : <ChevronDown />}
    size="sm"
    className="relative z-10"
    aria-expanded={open}
    onClick={onToggle}
  />
)

interface NotificationRowProps {
  group: NotificationGroup
  unread?: boolean
  /** Unread ones can be ticked. */
  ticked?: boolean
  onTick?: (() => void) | undefined
  /** Called when the link is followed. */
  onOpen?: (() => void) | undefined
  /** Its element, to know when it is on the screen. */
  seen?: ((row: HTMLElement | null) => void) | undefined
  toggle?: GroupToggleProps
}

interface GroupRowProps extends NotificationRowProps {
  /** The props of a group with only some of the rows. */
  propsOf: (group: NotificationGroup) => NotificationRowProps
}

/** A group that can be opened: then each of its notifications is a row with a checkbox of its own. */
export const GroupRow = ({ propsOf, ...props }: GroupRowProps) => {
  const [open, setOpen] = useState(false)
  const { rows, key } = props.group
  return (
    <>
      <NotificationRow {...props} toggle={{ open, count: rows.length, onToggle: () => setOpen(!open) }} />
      {open && (
        <li>
          <ul aria-label={messageOf(props.group)} className="divide-y divide-hairline bg-sunken ps-6">
            {rows.map((row) => (
              <NotificationRow
                key={row.id}
                {...propsOf({ key, newest: row, rows: [row], people: [row.actor] })}
              />
            ))}
          </ul>
        </li>
      )}
    </>
  )
}

/** One notification, or several of one kind about one post. The whole row is a link. */
export const NotificationRow = ({
  group,
  unread = false,
  ticked,
  onTick,
  onOpen,
  seen,
  toggle,
}: NotificationRowProps) => {
  const { newest } = group
  const message = messageOf(group)
  const { text, thumbnail } = useLines(newest)
  return (
    <li
      ref={seen}
      data-key={group.key}
      className="relative flex items-center gap-2 px-4 py-3 hover:bg-wash has-checked:bg-royal-wash sm:gap-3 sm:px-5"
    >
      {onTick && (
        <Checkbox
          aria-label={`Select: ${message}`}
          className="relative z-10 -ms-3"
          checked={ticked ?? false}
          onChange={onTick}
        />
      )}
      <Face notification={newest} />
      <div className="min-w-0 flex-1">
        <p className={unread ? 'font-semibold' : 'text-ink-soft'}>
          {/* The link covers the row, so that the whole of it can be pressed. */}
          <Link
            to={notificationLink(newest)}
            onClick={onOpen}
            className="after:absolute after:inset-0 after:content-['']"
          >
            <span className="block overflow-clip wrap-anywhere">{message}</span>
          </Link>
        </p>
        {text && (
          <p dir="auto" className="line-clamp-2 text-sm wrap-anywhere text-ink-soft">
            {text}
          </p>
        )}
        <p className="one-line text-sm text-ink-faint">
          @{newest.actor.handle} · <RelativeTime at={newest.createdAt} />
        </p>
      </div>
      {newest.type === 'PLUNGER' && newest.data.stage === 'offered' && (
        <CrowdControlOffer postId={newest.data.postId} />
      )}
      {thumbnail && (
        <img
          src={thumbnail}
          alt=""
          loading="lazy"
          className="size-10 shrink-0 rounded-xs sm:size-12 bg-sunken object-cover"
        />
      )}
      {toggle && <GroupToggle {...toggle} />}
      {unread && (
        <span className="size-2.5 shrink-0 rounded-full bg-live">
          <span className="sr-only">unread</span>
        </span>
      )}
    </li>
  )
}

const crowdControlDialog = lazyComponent<CrowdControlDialogProps>(
  async () =>
    (await import('#client/features/notifications/crowd-control/CrowdControlDialog.tsx')).CrowdControlDialog,
)

/** Crowd control begins when the author says so. */
const CrowdControlOffer = ({ postId }: { postId: string }) => {
  const [open, setOpen] = useState(false)
  const onClose = () => setOpen(false)
  const CrowdControl = useLazy(crowdControlDialog, open, onClose)
  return (
    <>
      <Button size="sm" className="relative z-10 shrink-0" onClick={() => setOpen(true)}>
        Plunger Mode
      </Button>
      {CrowdControl && <CrowdControl post={{ id: postId }} open={open} onClose={onClose} />}
    </>
  )
}

/** What was said, or which post it is about. */
function useLines(notification: NotificationView): { text: string; thumbnail: string | null } {
  const { post, comment } = useAbout(notification)
  return {
    text: comment ? `“${comment.text}”` : (post?.text ?? ''),
    thumbnail: post?.thumbnail ?? null,
  }
}

const Face = ({ notification: { actor, type, data } }: { notification: NotificationView }) => (
  <span className="relative shrink-0">
    <Avatar name={actor.displayName} seed={actor.handle} src={actor.avatarUrl} size={40} />
    {'emoji' in data ? (
      <span
        aria-hidden="true"
        className={clsx(
          's-reaction-emoji absolute -end-1.5 -bottom-1 grid size-5.5 place-items-center rounded-full',
          'bg-raised text-sm leading-none shadow-[0_0_0_1px_var(--color-hairline)]',
        )}
      >
        {data.emoji}
      </span>
    ) : (
      <span
        aria-hidden="true"
        className="absolute -end-1 -bottom-1 grid size-5 place-items-center rounded-full bg-royal text-on-royal [&_svg]:size-3"
      >
        {ICONS[type]}
      </span>
    )}
  </span>
)
