import { Link } from '#client/ui/Link.tsx'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { Logo } from '#client/ui/Logo.tsx'
import { useHouseName } from '#client/ui/house-name.ts'

export const LandingHeader = () => (
  <header className="s-landing-header">
    <div className="s-landing-width flex flex-wrap items-center justify-end gap-2">
      <Link to="/" aria-label={useHouseName()} className="me-auto min-w-0">
        <Logo />
      </Link>
      <ButtonLink to="/login" variant="ghost" size="sm">
        Sign In
      </ButtonLink>
      <ButtonLink to="/register" variant="primary" size="sm">
        Get Started
      </ButtonLink>
    </div>
  </header>
)
