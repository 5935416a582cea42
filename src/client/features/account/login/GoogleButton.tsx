import { buttonClass } from '#client/ui/Button.tsx'
import { Separator } from '#client/ui/Separator.tsx'

interface GoogleButtonProps {
  children: string
  /** The page to open afterwards. */
  next?: string | null
  /** The secret of an invitation, for a new person. */
  invite?: string | null
}

function addressWith(params: Record<string, string | null>): string {
  const given = Object.entries(params).flatMap(([name, value]) =>
    value ? `${name}=${encodeURIComponent(value)}` : [],
  )
  return `/api/auth/google${given.length > 0 ? '?' : ''}${given.join('&')}`
}

/**
 * A full-page redirect to the identity provider (product section 2): a plain link, because it leaves the app.
 */
export const GoogleButton = ({ children, next = null, invite = null }: GoogleButtonProps) => (
  <>
    <Separator label="or" className="my-4 md:my-6" />
    <a href={addressWith({ next, invite })} className={buttonClass({ variant: 'quiet', block: true })}>
      {children}
    </a>
  </>
)
