import { buttonClass } from '#client/ui/Button.tsx'
import { Separator } from '#client/ui/Separator.tsx'

/**
 * A full-page redirect to the identity provider (product section 2): a plain link, because it leaves the app.
 */
export const GoogleButton = ({ children, next = null }: { children: string; next?: string | null }) => (
  <>
    <Separator label="or" className="my-4 md:my-6" />
    <a
      href={`/api/auth/google${next ? `?next=${encodeURIComponent(next)}` : ''}`}
      className={buttonClass({ variant: 'quiet', block: true })}
    >
      {children}
    </a>
  </>
)
