import type { ReactNode } from 'react'
import { privacySettings } from '#client/features/account/data/privacy/privacy.store.ts'
import { DEDUPE_MS } from '#client/live/just-now.ts'
import { useSnapshot } from '#client/live/use-snapshot.ts'
import { ErrorState } from '#client/ui/ErrorState.tsx'

/** Loads the privacy settings for the cards inside it. When that fails, it shows so in their place. */
export const WithPrivacySettings = ({ children }: { children: ReactNode }) => {
  const { query, value: settings } = useSnapshot(privacySettings, { staleTime: DEDUPE_MS })
  if (query.isError && !settings) return <ErrorState title="Your choices would not come out." query={query} />
  return children
}
