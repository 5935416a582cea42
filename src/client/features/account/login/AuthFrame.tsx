import type { ReactNode } from 'react'
import { Link } from '#client/ui/Link.tsx'
import { Logo } from '#client/ui/Logo.tsx'
import { Mascot } from '#client/ui/Mascot.tsx'
import type { MascotName } from '#client/ui/Mascot.tsx'
import './AuthFrame.css'
import { useHouseName } from '#client/ui/house-name.ts'

interface AuthFrameProps {
  title: string
  /** A sentence under the title. */
  lead: ReactNode
  mascot: MascotName
  /** The text on the wall beside the form. */
  saying: string
  children: ReactNode
}

/**
 * The frame of the account pages: the form, and beside it, where there is space, the tiled
 * wall.
 */
export const AuthFrame = ({ title, lead, mascot, saying, children }: AuthFrameProps) => (
  <div className="s-gate">
    <main className="s-gate-form">
      <Link to="/" aria-label={useHouseName()} className="s-gate-logo">
        <Logo />
      </Link>
      <div className="s-gate-body">
        <h1 className="s-gate-title" tabIndex={-1}>
          {title}
        </h1>
        <p className="mt-1 mb-4 text-ink-soft md:mt-2 md:mb-8">{lead}</p>
        {children}
      </div>
    </main>
    <div className="s-gate-wall" aria-hidden="true">
      <div className="s-gate-tiles tiles" />
      <Mascot name={mascot} size={240} />
      <p className="s-gate-saying">{saying}</p>
    </div>
  </div>
)
