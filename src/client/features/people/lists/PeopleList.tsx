import { VirtualRows } from '#client/ui/VirtualRows.tsx'
import { PersonRow } from './PersonRow.tsx'

interface PeopleListProps {
  listKey: string
  ids: readonly string[]
  label: string
}

/** Height of a row with a bio, in px. */
const ESTIMATED_HEIGHT = 89

/** Rows of people who are known (`usePeople`). */
export const PeopleList = ({ listKey, ids, label }: PeopleListProps) => (
  <VirtualRows
    role="list"
    listKey={listKey}
    ids={ids}
    label={label}
    guess={ESTIMATED_HEIGHT}
    renderRow={(index) => <PersonRow id={ids[index] ?? ''} />}
  />
)
