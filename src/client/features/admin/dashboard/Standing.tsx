import type { AdminPersonView } from '#contract/admin.ts'
import { Badge } from '#client/ui/Badge.tsx'
import { LOCALE } from '#client/ui/locale.ts'

/** Banned, or suspended and until when; nothing for who is in good standing. */
export const Standing = ({
  person: { bannedAt, suspendedUntil },
}: {
  person: Pick<AdminPersonView, 'bannedAt' | 'suspendedUntil'>
}) => {
  if (bannedAt) return <Badge tone="danger">Banned</Badge>
  if (!suspendedUntil || Date.parse(suspendedUntil) <= Date.now()) return null
  return <Badge tone="danger">Suspended until {new Date(suspendedUntil).toLocaleDateString(LOCALE)}</Badge>
}
