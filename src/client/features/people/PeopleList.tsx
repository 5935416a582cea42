import { useHeldPeople } from '#client/entities/users/users.store.ts'
import { PersonRow } from './PersonRow.tsx'

/** Rows of people; the records are the users store's. */
export const PeopleList = ({ ids, label }: { ids: readonly string[]; label: string }) => (
  <ul aria-label={label} className="divide-y divide-hairline">
    {useHeldPeople(ids).map((id) => (
      <PersonRow key={id} id={id} />
    ))}
  </ul>
)
