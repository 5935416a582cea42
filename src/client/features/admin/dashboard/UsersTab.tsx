import { fetchAdminPeople, peopleRows } from '#client/features/admin/data/people-rows.ts'
import { useRows } from '#client/live/use-rows.ts'
import { useSearchText } from '#client/features/blog/useSearchText.ts'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { MoreRows } from '#client/ui/MoreRows.tsx'
import { RowSearch } from './RowSearch.tsx'
import { RowsSkeleton } from './RowsSkeleton.tsx'
import { UsersTable } from './UsersTable.tsx'

/** Everybody with an account (product section 2, Users tab). */
export const UsersTab = () => {
  const { typed, setTyped, q } = useSearchText()
  const { list, loading, empty, failed, readAgain, next } = useRows(peopleRows, {
    key: ['users', q],
    fetch: (cursor, signal) => fetchAdminPeople(q, cursor, signal),
    cursorOf: ({ cursor }) => cursor,
    isSearch: q.trim() !== '',
  })
  return (
    <div className="pt-4">
      <RowSearch
        label="Search by handle, display name or email"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {loading && <RowsSkeleton label="Loading users..." />}
      {failed && <ErrorState title="Failed to load users" onRetry={readAgain} />}
      {empty && <EmptyState mascot="guard" title="No users found" />}
      {list.length > 0 && <UsersTable people={list} />}
      <MoreRows {...next} />
    </div>
  )
}
