import { useEffect, useState } from 'react'
import type { GroupEvent, GroupMembersView, GroupNotice } from '#contract/messages.groups.ts'
import type { ConversationView, MessageView } from '#contract/messages.ts'
import type { ActorView } from '#contract/people.ts'
import { readBy, useGroupMembers, useReaders } from '#client/features/messages/data/groups.store.ts'
import { lazyComponent, useLazy } from '#client/ui/lazy-component.ts'
import { Avatar } from '#client/ui/Avatar.tsx'
import { Sheet } from '#client/ui/Sheet.tsx'
import type { ThreadPeople } from '../thread-people.ts'
import type { GroupInfoProps } from './GroupInfo.tsx'
import { PersonLine } from './PersonLine.tsx'
import { inSentence } from '#contract/text.ts'

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

function peopleOf({ id, rev, members, former }: GroupMembersView): ThreadPeople {
  const people = new Map([...former, ...members].map((one) => [one.id, one]))
  const authorOf = (userId: string): ActorView =>
    people.get(userId) ?? { id: userId, handle: 'deleted', displayName: 'Deleted account', avatarUrl: null }
  return {
    id,
    rev,
    authorOf,
    nameOf: (userId) => inSentence(authorOf(userId).displayName),
    isKnown: (userId) => people.has(userId),
    members,
  }
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

/** What happened in a group, in one line of text. */
export const GroupLine = ({ notice: { event, who: whom = [], name }, who, nameOf }: GroupLineProps) => (
  <>
    {who} {GROUP_WORDS[event].replace('*', () => whom.map(nameOf).join(', '))}
    {name && ` "${inSentence(name)}"`}
  </>
)

export interface ReadersProps {
  message: Pick<MessageView, 'conversationId' | 'senderId' | 'seq'>
}

/** Under the viewer's last message of a group: how many have read it, and on a press who. */
export const Readers = ({ message }: ReadersProps) => {
  const [open, setOpen] = useState(false)
  const readers = useReaders(message)
  if (readers.length === 0) return null
  return (
    <>
      <button type="button" className="s-bubble-retry touch" onClick={() => setOpen(true)}>
        {readBy(readers)}
      </button>
      <ReadersSheet message={message} open={open} onOpenChange={setOpen} />
    </>
  )
}

export interface ReadersSheetProps extends ReadersProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Who has read one of the viewer's messages in a group. */
export const ReadersSheet = ({ message, open, onOpenChange }: ReadersSheetProps) => (
  <Sheet open={open} onOpenChange={onOpenChange} title="Who has read it" size="sm">
    <ReaderList message={message} />
  </Sheet>
)

const ReaderList = ({ message }: ReadersProps) => {
  const readers = useReaders(message)
  return (
    <>
      <h3 className="font-text text-sm font-semibold text-ink-soft">{readBy(readers)}</h3>
      <ul>
        {readers.map((person) => (
          <PersonLine key={person.id} person={person} />
        ))}
      </ul>
      <p className="pt-3 text-sm text-ink-faint">We do not count people who switched off read receipts.</p>
    </>
  )
}
