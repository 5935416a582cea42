import { Link } from 'react-router-dom'
import { BRAND } from '#contract/brand.ts'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { Logo } from '#client/ui/Logo.tsx'

export const LandingHeader = () => (
  <header className="s-landing-header">
    <div className="s-landing-width flex flex-wrap items-center justify-end gap-2">
      <Link to="/" aria-label={BRAND.name} className="me-auto min-w-0">
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
