import { Ban, Ellipsis, Flag, Volume2, VolumeX } from 'lucide-react'
import { useState } from 'react'
import type { ProfileView } from '#contract/people.ts'
import { useIsSignedIn } from '#client/features/account/data/viewer/viewer.store.ts'
import { BlockDialog } from '#client/features/people/relations/BlockDialog.tsx'
import { hidePerson, unhidePerson } from '#client/features/people/relations/hide-person.ts'
import { ReportForm, mayReport } from '#client/features/moderation/report/Report.tsx'
import { IconButton } from '#client/ui/IconButton.tsx'
import { Menu } from '#client/ui/Menu.tsx'
import type { MenuEntry } from '#client/ui/Menu.tsx'

/** Actions on a person: mute, block, undo both, report (DECISIONS rows 10, 46). */
export const ProfileMenu = ({ profile }: { profile: ProfileView }) => {
  const [asking, setAsking] = useState<'block' | 'report' | null>(null)
  const signedIn = useIsSignedIn()
  const { handle, viewer } = profile
  const close = () => setAsking(null)
  const relations: MenuEntry[] = [
    viewer.muted
      ? { label: `Unmute @${handle}`, icon: <Volume2 />, onSelect: () => void unhidePerson(profile, 'mute') }
      : { label: `Mute @${handle}`, icon: <VolumeX />, onSelect: () => void hidePerson(profile, 'mute') },
    viewer.blocked
      ? { label: `Unblock @${handle}`, icon: <Ban />, onSelect: () => void unhidePerson(profile, 'block') }
      : { label: `Block @${handle}`, icon: <Ban />, onSelect: () => setAsking('block') },
  ]
  const report: MenuEntry = {
    label: 'Report',
    icon: <Flag />,
    onSelect: () => mayReport() && setAsking('report'),
  }
  return (
    <>
      <Menu
        trigger={
          <IconButton
            size="sm"
            variant="quiet"
            label="Profile options"
            icon={<Ellipsis />}
            tooltip={false}
            className="s-profile-menu"
          />
        }
        items={signedIn ? [report, 'separator', ...relations] : [report]}
      />
      <BlockDialog person={profile} open={asking === 'block'} onClose={close} />
      <ReportForm
        reported={{ type: 'user', id: profile.id, name: `@${handle}` }}
        open={asking === 'report'}
        onClose={close}
      />
    </>
  )
}
