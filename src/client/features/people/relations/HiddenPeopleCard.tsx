import { hiddenPeople } from '#client/features/people/data/users/people.lists.ts'
import { useRelations } from '#client/features/people/data/relations/relations.store.ts'
import type { RelationKind } from '#client/features/people/data/relations/relations.actions.ts'
import { usePerson } from '#client/features/people/data/users/users.store.ts'
import { usePeople } from '#client/features/people/lists/usePeople.ts'
import { PeopleSkeleton } from '#client/features/people/lists/PeopleSkeleton.tsx'
import { WriteButton } from '#client/live/WriteButton.tsx'
import { Avatar } from '#client/ui/Avatar.tsx'
import { Card } from '#client/ui/Card.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { Link } from '#client/ui/Link.tsx'
import { MoreRows } from '#client/ui/MoreRows.tsx'
import { unhideWrite } from './hide-person.ts'

const WORDS = {
  mute: {
    list: 'muted',
    title: 'Muted people',
    hint: 'You do not see what they write. They do not know that.',
    nobody: 'You have muted nobody. Saintly.',
    end: 'Unmute',
  },
  block: {
    list: 'blocked',
    title: 'Blocked people',
    hint: 'You do not see each other, and neither can write to the other.',
    nobody: 'You have blocked nobody. The door stands open.',
    end: 'Unblock',
  },
} as const

/** The people whom the viewer mutes or blocks, newest first, with a button that ends it. */
export const HiddenPeopleCard = ({ kind }: { kind: RelationKind }) => {
  const { title, hint } = WORDS[kind]
  return (
    <Card title={title}>
      <p className="text-ink-soft">{hint}</p>
      <Rows kind={kind} />
    </Card>
  )
}

const Rows = ({ kind }: { kind: RelationKind }) => {
  const { list, title, nobody } = WORDS[kind]
  const { ids, loading, failed, readAgain, next } = usePeople(hiddenPeople(list))
  // A mute or block that ended leaves the list at once; the list is read again after that.
  const changed = useRelations((state) => state.changed)
  const hidden = ids.filter((id) => changed.get(id)?.[list] ?? true)
  if (loading) return <PeopleSkeleton label={`Loading ${list} people...`} rows={2} compact />
  if (failed) return <ErrorState title={`Failed to load ${list} people`} onRetry={readAgain} />
  if (hidden.length === 0 && !next.hasMore) return <p className="mt-3 text-ink-faint">{nobody}</p>
  return (
    <>
      <ul aria-label={title} className="mt-2 flex flex-col divide-y divide-hairline">
        {hidden.map((id) => (
          <Row key={id} id={id} kind={kind} />
        ))}
      </ul>
      <MoreRows {...next} />
    </>
  )
}

const Row = ({ id, kind }: { id: string; kind: RelationKind }) => {
  const person = usePerson(id)
  if (!person) return null
  const { end } = WORDS[kind]
  return (
    <li className="flex items-center gap-3 py-3">
      <Avatar name={person.displayName} seed={person.handle} src={person.avatarUrl} size={40} />
      <div className="min-w-0 grow">
        <Link to={`/u/${person.handle}`} dir="auto" className="one-line font-semibold">
          {person.displayName}
        </Link>
        <p className="one-line text-sm text-ink-faint">@{person.handle}</p>
      </div>
      <WriteButton size="sm" aria-label={`${end} @${person.handle}`} does={unhideWrite(person, kind)}>
        {end}
      </WriteButton>
    </li>
  )
}
