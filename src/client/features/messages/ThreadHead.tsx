import { ArrowRight, MoreHorizontal, Timer } from 'lucide-react'
import { useState } from 'react'
import type { ConversationView } from '#contract/messages.ts'
import type { ActorView } from '#contract/people.ts'
import { counted, plural } from '#contract/plural.ts'
import { useConversation, useUnreadMessages } from '#client/features/messages/data/conversations.store.ts'
import { useIsOnline } from '#client/features/messages/data/signals.store.ts'
import { Avatar } from '#client/ui/Avatar.tsx'
import { CountBadge } from '#client/ui/CountBadge.tsx'
import { IconButton } from '#client/ui/IconButton.tsx'
import { lazyComponent, useLazy } from '#client/ui/lazy-component.ts'
import { Link } from '#client/ui/Link.tsx'
import { Menu } from '#client/ui/Menu.tsx'
import type { AskAboutPersonProps } from './AskAboutPerson.tsx'
import { MuteMark } from './ConversationRow.tsx'
import type { FollowMembersProps } from './groups/in-thread.tsx'
import { followMembers } from './groups/lazy-parts.ts'
import { DISAPPEARING_WORDS } from './thread-rows.ts'

const askAboutPerson = lazyComponent<AskAboutPersonProps>(
  async () => (await import('./AskAboutPerson.tsx')).AskAboutPerson,
)

const loadEntries = () => import('./conversation-menu.tsx')

interface ThreadHeadProps {
  person: ActorView
  conversationId: string | null
  onBack: () => void
  /** Called with the members of a group, and when they change. */
  onMembers: FollowMembersProps['onChange']
}

/** Who the thread is with, its menu, and on a phone the way back to the list. */
export const ThreadHead = ({ person, conversationId, onBack, onMembers }: ThreadHeadProps) => {
  const [about, setAbout] = useState(false)
  const [asks, setAsks] = useState<AskAboutPersonProps['asks']>(null)
  const Ask = useLazy(askAboutPerson, asks !== null, () => setAsks(null))
  const conversation = useConversation(conversationId)
  const online = useIsOnline(person.id)
  const gone = person.handle === 'deleted'
  return (
    <header className="s-thread-head" data-head>
      <BackToList besides={conversationId} onBack={onBack} />
      <Avatar
        name={person.displayName}
        seed={person.handle}
        src={person.avatarUrl}
        size={40}
        online={online}
      />
      <div className="min-w-0 flex-1">
        <div className="flex items-center gap-1.5">
          <h2 className="one-line font-text font-semibold">
            {conversation?.group ? (
              <button type="button" className="one-line" onClick={() => setAbout(true)}>
                {person.displayName}
              </button>
            ) : gone ? (
              person.displayName
            ) : (
              <Link to={`/u/${person.handle}`}>{person.displayName}</Link>
            )}
          </h2>
          {conversation && <MuteMark conversation={conversation} />}
        </div>
        <UnderName conversation={conversation} person={person} online={online} />
      </div>
      {conversation && !conversation.request && (
        <Menu
          align="end"
          trigger={<IconButton label="Conversation options" icon={<MoreHorizontal />} tooltip={false} />}
          load={loadEntries}
          items={({ conversationEntries }) =>
            conversationEntries(conversation, onBack, {
              onAbout: () => setAbout(true),
              person: conversation.group || gone ? null : person,
              onAsk: setAsks,
            })
          }
        />
      )}
      {Ask && <Ask person={person} asks={asks} onClose={() => setAsks(null)} />}
      {conversation?.group && (
        <followMembers.Late
          conversation={conversation}
          onChange={onMembers}
          about={about}
          onAboutEnd={() => setAbout(false)}
          onLeft={onBack}
        />
      )}
    </header>
  )
}

interface BackToListProps {
  /** The open conversation. */
  besides: string | null
  onBack: () => void
}

/** A phone shows the thread alone: the way back says how much is unread in other conversations. */
const BackToList = ({ besides, onBack }: BackToListProps) => {
  const elsewhere = useUnreadMessages(besides) ?? 0
  return (
    <div className="relative md:hidden">
      <IconButton
        label="Back to conversations"
        icon={<ArrowRight className="rotate-180" />}
        tooltip={false}
        onClick={onBack}
      />
      <CountBadge
        className="pointer-events-none absolute start-6 -top-0.5"
        count={elsewhere}
        label={`${plural(elsewhere, 'unread message')} in other conversations`}
      />
    </div>
  )
}

interface UnderNameProps {
  conversation: ConversationView | undefined
  person: ActorView
  online: boolean
}

const UnderName = ({ conversation, person, online }: UnderNameProps) => (
  <p className="one-line text-sm text-ink-faint">
    {/* What is cut off on a phone is the handle, which the name leads to. */}
    {conversation?.disappearing && (
      <>
        <Timer aria-hidden="true" className="inline size-4 align-text-bottom" /> gone after{' '}
        {DISAPPEARING_WORDS[conversation.disappearing]} ·{' '}
      </>
    )}
    {online && (
      <>
        <span className="text-live-ink">on the throne now</span> ·{' '}
      </>
    )}
    {conversation?.group ? counted(conversation.group.memberCount, 'person', 'people') : `@${person.handle}`}
  </p>
)
