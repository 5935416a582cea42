import { LogIn, LogOut, Monitor, Moon, Sun, UserPlus } from 'lucide-react'
import { useViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { Link } from '#client/ui/Link.tsx'
import { Avatar } from '#client/ui/Avatar.tsx'
import { Button } from '#client/ui/Button.tsx'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { IconButton } from '#client/ui/IconButton.tsx'
import { ThemeToggle } from '#client/ui/ThemeToggle.tsx'
import { useTheme } from '#client/ui/theme.ts'
import { THEME_LABEL, nextTheme } from './themes.ts'
import { useSignOut } from './useSignOut.ts'

/** The foot of the sidebar: theme, account, and log-in or log-out. */
export const PersonCorner = ({ compact }: { compact: boolean }) => {
  const viewer = useViewer()
  return (
    <div className="s-person">
      {compact ? <ThemeButton /> : <ThemeToggle iconsOnly />}
      {viewer && (
        <PersonCard
          handle={viewer.handle}
          name={viewer.displayName}
          picture={viewer.avatarUrl}
          compact={compact}
        />
      )}
      {viewer ? <SignOut compact={compact} /> : <Doors compact={compact} />}
    </div>
  )
}

const THEME_ICON = { system: <Monitor />, light: <Sun />, dark: <Moon /> } as const

/** One button that cycles through the themes, where three do not fit. */
const ThemeButton = () => {
  const { theme, setTheme } = useTheme()
  return (
    <IconButton
      label={THEME_LABEL[theme]}
      icon={THEME_ICON[theme]}
      tooltip="right"
      onClick={() => setTheme(nextTheme(theme))}
    />
  )
}

interface PersonCardProps {
  handle: string
  name: string
  picture: string | null
  compact: boolean
}

const PersonCard = ({ handle, name, picture, compact }: PersonCardProps) => (
  <Link to="/profile" className="s-person-card" aria-label={compact ? `Your profile, @${handle}` : undefined}>
    <Avatar name={name} seed={handle} src={picture} size={compact ? 32 : 40} loading="eager" />
    {!compact && (
      <span className="min-w-0 leading-5">
        <span className="one-line block font-semibold">{name}</span>
        <span className="one-line block text-sm text-ink-soft">@{handle}</span>
      </span>
    )}
  </Link>
)

const SignOut = ({ compact }: { compact: boolean }) => {
  const { signingOut, signOut } = useSignOut()
  if (compact)
    return (
      <IconButton label="Sign Out" icon={<LogOut />} tooltip="right" pending={signingOut} onClick={signOut} />
    )
  return (
    <Button
      size="sm"
      variant="ghost"
      className="self-start"
      icon={<LogOut />}
      pending={signingOut}
      onClick={signOut}
    >
      Sign Out
    </Button>
  )
}

const DOORS = [
  { label: 'Create account', to: '/register', Icon: UserPlus, variant: 'primary' },
  { label: 'Sign In', to: '/login', Icon: LogIn, variant: 'quiet' },
] as const

const Doors = ({ compact }: { compact: boolean }) =>
  DOORS.map(({ label, to, Icon, variant }) =>
    compact ? (
      <Link key={to} to={to} className="s-sidebar-item" data-tooltip={label} data-tooltip-side="right">
        <Icon />
        <span className="s-sidebar-label">{label}</span>
      </Link>
    ) : (
      <ButtonLink key={to} to={to} icon={<Icon />} variant={variant}>
        {label}
      </ButtonLink>
    ),
  )
