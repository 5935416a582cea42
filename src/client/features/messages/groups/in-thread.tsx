import { useEffect, useState } from 'react'
import type { GroupEvent, GroupMembersView, GroupNotice } from '#contract/messages.groups.ts'
import type { ConversationView } from '#contract/messages.ts'
import type { ActorView } from '#contract/people.ts'
import { useGroupMembers } from '#client/features/messages/data/groups.store.ts'
import { lazyComponent, useLazy } from '#client/ui/lazy-component.ts'
import { Avatar } from '#client/ui/Avatar.tsx'
import { Sheet } from '#client/ui/Sheet.tsx'
import type { ThreadPeople } from '../thread-people.ts'
import type { GroupInfoProps } from './GroupInfo.tsx'
import { PersonLine } from './PersonLine.tsx'

export interface FollowMembersProps {
  conversation: ConversationView
  onChange: (people: ThreadPeople) => void
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
    if (view) onChange(peopleOf(view))
  }, [view, onChange])
  return Info && <Info conversation={conversation} open={about} onClose={onAboutEnd} onLeft={onLeft} />
}

function peopleOf({ id, members, former }: GroupMembersView): ThreadPeople {
  const people = new Map([...former, ...members].map((one) => [one.id, one]))
  const authorOf = (userId: string): ActorView =>
    people.get(userId) ?? { id: userId, handle: 'deleted', displayName: 'Deleted account', avatarUrl: null }
  return { id, authorOf, nameOf: (userId) => authorOf(userId).displayName, members }
}

const GROUP_WORDS: Record<GroupEvent, string> = {
  made: 'called the stall meeting',
  joined: 'came in by the link',
  added: 'brought in *',
  left: 'flushed and left',
  removed: 'showed * out',
  renamed: 'renamed it',
  pictured: 'changed the picture',
  admin: 'made * an admin',
  noAdmin: 'made * a mere member again',
  history: 'lets newcomers read it all',
  noHistory: 'keeps the past from newcomers',
}

/** Name and picture of who wrote, above the first of their bubbles. */
export const AuthorMark = ({ person }: { person: ActorView }) => (
  <div className="s-bubble-author">
    <Avatar name={person.displayName} seed={person.handle} src={person.avatarUrl} size={24} />
    <span dir="auto" className="one-line">
      {person.displayName}
    </span>
  </div>
)

export interface GroupLineProps {
  notice: GroupNotice
  /** Whoever did it. */
  who: string
  nameOf: (userId: string) => string
}

/** What happened in a group, in one line. */
export const GroupLine = ({ notice: { event, who: whom = [], name }, who, nameOf }: GroupLineProps) => (
  <>
    {who} {GROUP_WORDS[event].replace('*', () => whom.map(nameOf).join(', '))}
    {name && ` "${name}"`}
  </>
)

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
