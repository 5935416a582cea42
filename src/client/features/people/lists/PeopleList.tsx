import { useKnownPeople } from '#client/features/people/data/users/users.store.ts'
import { VirtualRows } from '#client/features/posts/feed/VirtualRows.tsx'
import { PersonRow } from './PersonRow.tsx'

interface PeopleListProps {
  listKey: string
  ids: readonly string[]
  label: string
}

/** Height of a row with a bio, in px. */
const ESTIMATED_HEIGHT = 89

/** Rows of people; the records are the users store's. */
export const PeopleList = ({ listKey, ids, label }: PeopleListProps) => {
  const known = useKnownPeople(ids)
  return (
    <VirtualRows
      role="list"
      listKey={listKey}
      ids={known}
      label={label}
      guess={ESTIMATED_HEIGHT}
      renderRow={(index) => <PersonRow id={known[index] ?? ''} />}
    />
  )
}
