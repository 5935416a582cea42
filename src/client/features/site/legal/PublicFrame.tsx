import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { BRAND } from '#contract/brand.ts'
import { useIsSignedIn } from '#client/features/account/data/viewer/viewer.store.ts'
import { LandingFooter } from '#client/features/site/landing/LandingFooter.tsx'
import { LandingHeader } from '#client/features/site/landing/LandingHeader.tsx'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { Logo } from '#client/ui/Logo.tsx'
import '#client/features/site/landing/Landing.css'
import './PublicFrame.css'

interface PublicFrameProps {
  children: ReactNode
  /** In the footer, above the links. */
  lastWord?: ReactNode
}

/** The public corridor: the landing page's header and footer around a page that anybody may read. */
export const PublicFrame = ({ children, lastWord }: PublicFrameProps) => (
  <div className="s-public">
    {useIsSignedIn() ? <InsideHeader /> : <LandingHeader />}
    <main>{children}</main>
    {lastWord}
    <LandingFooter />
  </div>
)

/** For who has a seat already: the way back to it. */
const InsideHeader = () => (
  <header className="s-landing-header">
    <div className="s-landing-width flex items-center gap-2">
      <Link to="/" aria-label={BRAND.name} className="me-auto">
        <Logo />
      </Link>
      <ButtonLink to="/" size="sm">
        Back to the palace
      </ButtonLink>
    </div>
  </header>
)
