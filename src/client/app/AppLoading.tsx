import { LogoMark } from '#client/ui/Logo.tsx'
import { useHouseName } from '#client/ui/house-name.ts'

/**
 * Shown while the account is unknown (`account`), and while the code of the first page is loading (product
 * section 2).
 */
export const AppLoading = ({ account = false }: { account?: boolean }) => (
  <div
    role="status"
    className="grid min-h-dvh place-content-center justify-items-center gap-4 p-6 text-ink-soft"
  >
    <LogoMark size={56} className="anim-pulse" />
    <p>Loading {useHouseName()}…</p>
    {account && <p className="text-sm text-ink-faint">Loading your account...</p>}
  </div>
)
