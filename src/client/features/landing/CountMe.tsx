import { useIsSignedIn } from '#client/entities/viewer/viewer.store.ts'
import { setCounted, useCounted } from '#client/live/counted.store.ts'
import { Switch } from '#client/ui/Switch.tsx'

/** The question about analytics to who has no account: off until it is switched on, and in nobody's way. */
export const CountMe = () => {
  const counted = useCounted((state) => state.counted)
  if (useIsSignedIn()) return null
  return <Switch label="Count my page views" hint="Without your name, and only if you like." checked={counted} onChange={({ target }) => setCounted(target.checked)} />
}
