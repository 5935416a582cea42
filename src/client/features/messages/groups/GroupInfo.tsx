import { Copy, Crown, Link2, Link2Off, LogOut, MoreHorizontal, UserMinus, UserPlus } from 'lucide-react'
import { useState } from 'react'
import type { ConversationView } from '#contract/messages.ts'
import type { GroupMemberView } from '#contract/messages.groups.ts'
import type { ActorView } from '#contract/people.ts'
import { useRequiredViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import {
  addMembers,
  changeGroup,
  endInvite,
  leaveGroup,
  makeInvite,
  removeMember,
  setGroupAdmin,
} from '#client/features/messages/data/groups.actions.ts'
import { useGroupMembers } from '#client/features/messages/data/groups.store.ts'
import { runWrite, useWrite } from '#client/live/use-write.ts'
import { AlertDialog } from '#client/ui/AlertDialog.tsx'
import { Button } from '#client/ui/Button.tsx'
import { copyText } from '#client/ui/clipboard.ts'
import { IconButton } from '#client/ui/IconButton.tsx'
import { Menu } from '#client/ui/Menu.tsx'
import { Sheet } from '#client/ui/Sheet.tsx'
import { Switch } from '#client/ui/Switch.tsx'
import { ChoosePeople } from './choose-people.tsx'
import { CropFace, GroupFace } from './GroupFace.tsx'
import { PersonLine } from './PersonLine.tsx'

export interface GroupInfoProps {
  conversation: ConversationView
  open: boolean
  onClose: () => void
  /** The viewer has left it. */
  onLeft: () => void
}

/** Who is in a group, and what its admins can change. */
export const GroupInfo = ({ conversation, open, onClose, onLeft }: GroupInfoProps) => {
  const [leaving, setLeaving] = useState(false)
  // The dialog of the cropped picture stands alone.
  const [file, setFile] = useState<File | null>(null)
  const isCovered = leaving || file !== null
  return (
    <>
      <Sheet
        open={open && !isCovered}
        onOpenChange={(stays) => !stays && !isCovered && onClose()}
        title="About this group"
        size="sm"
        isRead
      >
        <Content conversation={conversation} onLeave={() => setLeaving(true)} onPick={setFile} />
      </Sheet>
      <CropFace groupId={conversation.id} file={file} onEnd={() => setFile(null)} />
      <LeaveDialog
        conversation={conversation}
        open={leaving}
        onEnd={() => {
          setLeaving(false)
          onClose()
        }}
        onLeft={onLeft}
      />
    </>
  )
}

interface ContentProps {
  conversation: ConversationView
  onLeave: () => void
  onPick: (file: File) => void
}

const Content = ({ conversation, onLeave, onPick }: ContentProps) => {
  const viewer = useRequiredViewer()
  const view = useGroupMembers(conversation)
  const [isAdding, setAdding] = useState(false)
  const { id, group } = conversation
  if (!group) return null
  const members = view?.members ?? []
  if (isAdding) return <AddPeople groupId={id} members={members} onEnd={() => setAdding(false)} />
  return (
    <div className="flex flex-col gap-4">
      <GroupFace conversation={conversation} onPick={onPick} />
      {group.isAdmin && (
        <>
          <Switch
            label="New members can read earlier messages"
            checked={group.showsHistory}
            onChange={({ target }) =>
              void runWrite({
                write: () => changeGroup(id, { showsHistory: target.checked }),
                failed: 'Failed to change the group',
              })
            }
          />
          <InviteLink groupId={id} hasInvite={view?.hasInvite ?? false} />
        </>
      )}
      <div className="flex items-center justify-between gap-2">
        <h3 className="font-text text-sm font-semibold text-ink-soft">{group.memberCount} people</h3>
        {group.isAdmin && (
          <Button size="sm" icon={<UserPlus />} onClick={() => setAdding(true)}>
            Bring in people
          </Button>
        )}
      </div>
      <ul aria-label="Members">
        {members.map((person) => (
          <PersonLine
            key={person.id}
            person={person}
            note={[person.isAdmin && 'admin', person.id === viewer.id && 'you'].filter(Boolean).join(', ')}
          >
            {group.isAdmin && person.id !== viewer.id && <MemberMenu groupId={id} person={person} />}
          </PersonLine>
        ))}
      </ul>
      <Button variant="quiet" icon={<LogOut />} onClick={onLeave}>
        Leave
      </Button>
    </div>
  )
}

interface AddPeopleProps {
  groupId: string
  members: readonly GroupMemberView[]
  onEnd: () => void
}

const AddPeople = ({ groupId, members, onEnd }: AddPeopleProps) => {
  const { run, pending } = useWrite()
  const [chosen, setChosen] = useState<readonly ActorView[]>([])
  const add = async () => {
    const ids = chosen.map((one) => one.id)
    if (await run({ write: () => addMembers(groupId, ids), failed: 'Failed to add these people' })) onEnd()
  }
  return (
    <div className="flex flex-col gap-4">
      <ChoosePeople chosen={chosen} onChange={setChosen} without={members.map((one) => one.id)} />
      <div className="flex justify-end gap-2">
        <Button variant="quiet" onClick={onEnd}>
          Cancel
        </Button>
        <Button
          variant="primary"
          disabled={chosen.length === 0}
          pending={pending}
          pendingLabel="Adding..."
          onClick={() => void add()}
        >
          Bring in
        </Button>
      </div>
    </div>
  )
}

const MemberMenu = ({ groupId, person }: { groupId: string; person: GroupMemberView }) => (
  <Menu
    align="end"
    trigger={
      <IconButton
        label={`Options for ${person.displayName}`}
        icon={<MoreHorizontal />}
        size="sm"
        tooltip={false}
      />
    }
    items={() => [
      {
        label: person.isAdmin ? 'Remove as admin' : 'Make admin',
        icon: <Crown />,
        onSelect: () =>
          void runWrite({
            write: () => setGroupAdmin(groupId, person.id, !person.isAdmin),
            failed: 'Failed to change the admins',
          }),
      },
      {
        label: 'Remove from group',
        icon: <UserMinus />,
        tone: 'danger' as const,
        onSelect: () =>
          void runWrite({
            write: () => removeMember(groupId, person.id),
            failed: 'Failed to remove the person',
          }),
      },
    ]}
  />
)

/** The link is told once; a new one ends it. */
const InviteLink = ({ groupId, hasInvite }: { groupId: string; hasInvite: boolean }) => {
  const { run, pending } = useWrite()
  const [link, setLink] = useState<string | null>(null)
  const make = () =>
    run({
      write: async () => setLink(await makeInvite(groupId)),
      failed: 'Failed to make an invitation link',
    })
  const end = () =>
    run({
      write: async () => {
        await endInvite(groupId)
        setLink(null)
      },
      done: 'The invitation link has ended',
      failed: 'Failed to end the invitation link',
    })
  return (
    <div className="flex flex-col gap-2">
      {link && (
        <p className="rounded-lg bg-wash p-3 text-sm break-all" aria-label="Invitation link">
          {link}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {link && (
          <Button
            size="sm"
            icon={<Copy />}
            onClick={() =>
              void copyText(link, {
                done: 'Link copied!',
                failed: 'Could not copy the link to your clipboard.',
              })
            }
          >
            Copy
          </Button>
        )}
        <Button
          size="sm"
          icon={<Link2 />}
          pending={pending}
          pendingLabel="Making..."
          onClick={() => void make()}
        >
          {hasInvite || link ? 'New invitation link' : 'Invitation link'}
        </Button>
        {(hasInvite || link) && (
          <Button size="sm" variant="ghost" icon={<Link2Off />} onClick={() => void end()}>
            End the link
          </Button>
        )}
      </div>
    </div>
  )
}

interface LeaveDialogProps {
  conversation: ConversationView
  open: boolean
  onEnd: () => void
  onLeft: () => void
}

const LeaveDialog = ({ conversation, open, onEnd, onLeft }: LeaveDialogProps) => {
  const { run, pending } = useWrite()
  const leave = () =>
    run({
      write: async () => {
        // The page would show nothing in its place.
        onLeft()
        await leaveGroup(conversation)
        onEnd()
      },
      failed: 'Failed to leave the group',
    })
  return (
    <AlertDialog
      open={open}
      onOpenChange={(stays) => !stays && onEnd()}
      title="Leave this group?"
      description="It disappears from your messages. The others keep what you wrote."
      confirmLabel="Leave"
      pending={pending}
      pendingLabel="Leaving..."
      onConfirm={() => void leave()}
    />
  )
}
