import type { ReactNode } from 'react'
import { useIsSignedIn } from '#client/features/account/data/viewer/viewer.store.ts'
import { LandingFooter } from '#client/features/site/landing/LandingFooter.tsx'
import { LandingHeader } from '#client/features/site/landing/LandingHeader.tsx'
import { Link } from '#client/ui/Link.tsx'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { Logo } from '#client/ui/Logo.tsx'
import '#client/features/site/landing/Landing.css'
import './PublicFrame.css'
import { useHouseName } from '#client/ui/house-name.ts'

interface PublicFrameProps {
  children: ReactNode
  /** In the footer, above the links. */
  lastWord?: ReactNode
}

/** Header and footer of the landing page around a public page. */
export const PublicFrame = ({ children, lastWord }: PublicFrameProps) => (
  <div className="s-public">
    {useIsSignedIn() ? <InsideHeader /> : <LandingHeader />}
    <main>{children}</main>
    {lastWord}
    <LandingFooter />
  </div>
)

/** For signed-in people: a link to their home. */
const InsideHeader = () => (
  <header className="s-landing-header">
    <div className="s-landing-width flex items-center gap-2">
      <Link to="/" aria-label={useHouseName()} className="me-auto">
        <Logo />
      </Link>
      <ButtonLink to="/" size="sm">
        Back to the palace
      </ButtonLink>
    </div>
  </header>
)
