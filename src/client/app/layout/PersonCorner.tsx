import { LogIn, LogOut, Monitor, Moon, Sun } from 'lucide-react'
import { Link } from 'react-router-dom'
import { useViewer } from '#client/features/account/data/viewer/viewer.store.ts'
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
      {viewer ? <SignOut compact={compact} /> : <SignIn compact={compact} />}
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

const SignIn = ({ compact }: { compact: boolean }) =>
  compact ? (
    <Link to="/login" className="s-sidebar-item" data-tooltip="Sign In" data-tooltip-side="right">
      <LogIn />
      <span className="s-sidebar-label">Sign In</span>
    </Link>
  ) : (
    <ButtonLink to="/login" icon={<LogIn />}>
      Sign In
    </ButtonLink>
  )
