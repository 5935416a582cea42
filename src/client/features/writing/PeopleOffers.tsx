import { useQuery } from '@tanstack/react-query'
import { PAGE } from '#contract/limits.ts'
import type { ActorView, FollowListItem } from '#contract/people.ts'
import { useViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { useConversationIds } from '#client/features/messages/data/conversation-lists.ts'
import { conversationOf } from '#client/features/messages/data/conversations.store.ts'
import { conversationsOf } from '#client/features/messages/data/messages.lists.ts'
import { useList } from '#client/live/list/use-list.ts'
import { useNamedPeople } from '#client/features/people/lists/useNamedPeople.ts'
import { useRelations } from '#client/features/people/data/relations/relations.store.ts'
import { fetchFollows } from '#client/features/people/data/users/users.actions.ts'
import { Avatar } from '#client/ui/Avatar.tsx'
import { OfferList, type OffersProps } from './OfferList.tsx'
import { rankPeople } from './rank-people.ts'

/** People by what is typed: those the viewer talks with or follows, then everybody. */
export const PeopleOffers = (props: OffersProps) => {
  const viewerId = useViewer()?.id
  return viewerId === undefined ? (
    <Offers {...props} close={NOBODY} />
  ) : (
    <OffersForViewer {...props} viewerId={viewerId} />
  )
}

const NOBODY: readonly ActorView[] = []

const OffersForViewer = ({ viewerId, ...props }: OffersProps & { viewerId: string }) => {
  const close = [...(props.nearest ?? []), ...usePartners(viewerId), ...useFollowed(viewerId)]
  return <Offers {...props} close={close} viewerId={viewerId} />
}

interface CloseProps extends OffersProps {
  close: readonly ActorView[]
  viewerId?: string
}

const Offers = ({ close, viewerId, ...props }: CloseProps) => {
  const { query } = props.token
  const found = useNamedPeople(query)
  const relations = useRelations(({ changed }) => changed)
  const people = rankPeople({
    query,
    close,
    found,
    isLeftOut: ({ id }) => id === viewerId || relations.get(id)?.blocked === true,
  })
  const offers = people.map((person) => ({
    key: person.id,
    word: `@${person.handle}`,
    content: <PersonRowContent person={person} />,
  }))
  return <OfferList {...props} label="People" matches={offers} />
}

const PersonRowContent = ({ person }: { person: ActorView }) => (
  <>
    <Avatar name={person.displayName} seed={person.handle} src={person.avatarUrl} size={32} />
    <span className="min-w-0 leading-5">
      <span dir="auto" className="one-line block font-semibold">
        {person.displayName}
      </span>
      <span className="one-line block text-sm text-ink-faint">@{person.handle}</span>
    </span>
  </>
)

/** The people of the newest conversations that are open to both. */
function usePartners(viewerId: string): ActorView[] {
  useList(conversationsOf('list'))
  return useConversationIds().flatMap((id) => {
    const conversation = conversationOf(id)
    return conversation?.can.send && !conversation.group
      ? conversation.participants.filter((one) => one.id !== viewerId)
      : []
  })
}

/** Pages of followed people that are known beforehand; the search knows the others. */
const PAGES = 5
const FRESH = 600_000

function useFollowed(viewerId: string): readonly ActorView[] {
  const { data } = useQuery({
    queryKey: ['people', viewerId, 'followed'],
    queryFn: ({ signal }) => followedBy(viewerId, signal),
    staleTime: FRESH,
  })
  return data ?? NOBODY
}

async function followedBy(viewerId: string, signal: AbortSignal): Promise<FollowListItem[]> {
  const people: FollowListItem[] = []
  for (let page = 0; page < PAGES; page += 1) {
    const more = await fetchFollows(viewerId, 'following', people.at(-1)?.cursor, signal)
    people.push(...more)
    if (more.length < PAGE.people) break
  }
  return people
}
