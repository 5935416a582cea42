import { clsx } from 'clsx'
import { Menu as MenuIcon, MessageCircle } from 'lucide-react'
import { plural } from '#contract/plural.ts'
import type { CurrentUserView } from '#contract/account.ts'
import { useViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { Link } from '#client/ui/Link.tsx'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { CountBadge, QuietMark } from '#client/ui/CountBadge.tsx'
import { IconButton } from '#client/ui/IconButton.tsx'
import { Logo } from '#client/ui/Logo.tsx'
import { Menu } from '#client/ui/Menu.tsx'
import type { MenuEntry } from '#client/ui/Menu.tsx'
import { useTheme } from '#client/ui/theme.ts'
import { navFor } from './nav.ts'
import { BADGE_LABEL, BADGE_TONE, useBadges } from './useBadges.ts'
import { THEME_LABEL, nextTheme } from './themes.ts'
import { useSignOut } from './useSignOut.ts'
import './PhoneHeader.css'
import { useHouseName } from '#client/ui/house-name.ts'

/** Leads to messages and the other pages that the phone's bottom bar has no space for. */
export const PhoneHeader = () => {
  const viewer = useViewer()
  const { messages, requests } = useBadges()
  return (
    <header className="s-phone-header">
      <Link
        to="/"
        aria-label={useHouseName()}
        className={clsx('me-auto min-w-0', !viewer && 'max-sm:[--logo-word:none]')}
      >
        <Logo />
      </Link>
      {viewer ? (
        <Link to="/messages" className="s-phone-door">
          <MessageCircle />
          <span className="sr-only">Messages</span>
          <CountBadge
            className="s-phone-count"
            count={messages}
            label={plural(messages, BADGE_LABEL.messages)}
          />
          {messages === 0 && <QuietMark className="s-phone-count" count={requests} label="message request" />}
        </Link>
      ) : (
        <>
          <ButtonLink to="/login" size="sm" variant="ghost" className="px-2">
            Sign In
          </ButtonLink>
          <ButtonLink to="/register" size="sm" variant="primary" className="px-3">
            Create account
          </ButtonLink>
        </>
      )}
      <MoreMenu viewer={viewer} />
    </header>
  )
}

/** Pages that the bottom bar and this header link to already. */
const SHOWN = new Set(['/', '/search', '/profile', '/messages'])

const MoreMenu = ({ viewer }: { viewer: CurrentUserView | null }) => {
  const { signOut } = useSignOut()
  const { theme, setTheme } = useTheme()
  const { reports } = useBadges()
  const entries = (): readonly MenuEntry[] => [
    ...navFor(viewer)
      .filter(({ to }) => !SHOWN.has(to))
      .map(({ label, to, icon: Icon, badge }) => ({
        label,
        to,
        icon: <Icon />,
        waits:
          badge === 'reports' ? { count: reports, label: plural(reports, BADGE_LABEL.reports) } : undefined,
      })),
    'separator',
    { label: THEME_LABEL[theme], onSelect: () => setTheme(nextTheme(theme)) },
    ...(viewer ? [{ label: 'Sign Out', onSelect: signOut }] : []),
  ]
  return (
    <div className="s-phone-menu">
      <Menu
        align="end"
        trigger={<IconButton label="Menu" icon={<MenuIcon />} tooltip={false} />}
        items={entries}
      />
      <CountBadge
        className="s-phone-count"
        count={reports}
        label={plural(reports, BADGE_LABEL.reports)}
        tone={BADGE_TONE.reports}
      />
    </div>
  )
}
