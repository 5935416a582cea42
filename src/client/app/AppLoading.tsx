import { BRAND } from '#contract/brand.ts'
import { LogoMark } from '#client/ui/Logo.tsx'

/**
 * While nobody knows who is here (`account`), and while the first page's code is under way (product section
 * 2).
 */
export const AppLoading = ({ account = false }: { account?: boolean }) => (
  <div
    role="status"
    className="grid min-h-dvh place-content-center justify-items-center gap-4 p-6 text-ink-soft"
  >
    <LogoMark size={56} className="anim-pulse" />
    <p>Loading {BRAND.name}…</p>
    {account && <p className="text-sm text-ink-faint">Loading your account...</p>}
  </div>
)
