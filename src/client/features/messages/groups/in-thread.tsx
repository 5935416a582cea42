import { useEffect, useState } from 'react'
import type { GroupMembersView } from '#contract/messages.groups.ts'
import type { ConversationView } from '#contract/messages.ts'
import { useGroupMembers } from '#client/features/messages/data/groups.store.ts'
import { lazyComponent, useLazy } from '#client/ui/lazy-component.ts'
import { Sheet } from '#client/ui/Sheet.tsx'
import type { GroupInfoProps } from './GroupInfo.tsx'
import { PersonLine } from './PersonLine.tsx'

// What the thread of a group has besides: loaded with the first group.

export interface FollowMembersProps {
  conversation: ConversationView
  onChange: (members: GroupMembersView) => void
  /** The panel about the group is open. */
  about: boolean
  onAboutEnd: () => void
  onLeft: () => void
}

const groupInfo = lazyComponent<GroupInfoProps>(async () => (await import('./GroupInfo.tsx')).GroupInfo)

/** Hands the members of the open group to its thread, keeps them up to date, and shows the panel about it. */
export const FollowMembers = ({ conversation, onChange, about, onAboutEnd, onLeft }: FollowMembersProps) => {
  const Info = useLazy(groupInfo, about, onAboutEnd)
  const view = useGroupMembers(conversation)
  useEffect(() => {
    if (view) onChange(view)
  }, [view, onChange])
  return Info && <Info conversation={conversation} open={about} onClose={onAboutEnd} onLeft={onLeft} />
}

export interface ReadersProps {
  seq: number
  members: GroupMembersView['members']
  viewerId: string
}

/** Under the viewer's last message of a group: how many have read it, and on a press who. */
export const Readers = ({ seq, members, viewerId }: ReadersProps) => {
  const [open, setOpen] = useState(false)
  const readers = members.filter(({ id, readSeq = 0 }) => id !== viewerId && readSeq >= seq)
  if (readers.length === 0) return null
  return (
    <>
      <button type="button" className="s-bubble-retry touch" onClick={() => setOpen(true)}>
        Read by {readers.length}
      </button>
      <Sheet open={open} onOpenChange={setOpen} title={`Read by ${readers.length}`} size="sm">
        <ul>
          {readers.map((person) => (
            <PersonLine key={person.id} person={person} />
          ))}
        </ul>
        <p className="pt-3 text-sm text-ink-faint">Who has switched off read receipts is not counted.</p>
      </Sheet>
    </>
  )
}
