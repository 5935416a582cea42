import { useCallback } from 'react'
import type { AdminPersonView } from '#contract/admin.ts'
import { fetchAdminPeople, peopleRows } from '#client/features/admin/data/people-rows.ts'
import { useRows } from '#client/features/admin/data/useRows.ts'
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
  const { query, list, loading, empty, failed } = useRows(peopleRows, {
    key: ['users', q],
    fetch: (cursor, signal) => fetchAdminPeople(q, cursor, signal),
    cursorOf: ({ cursor }) => cursor,
    fits: useCallback((person: AdminPersonView) => matches(person, q), [q]),
  })
  return (
    <div className="pt-4">
      <RowSearch
        label="Search by handle, display name or email"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {loading && <RowsSkeleton label="Loading users..." />}
      {failed && (
        <ErrorState
          title="Failed to load users"
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      )}
      {empty && <EmptyState mascot="guard" title="No users found" />}
      {list.length > 0 && <UsersTable people={list} />}
      <MoreRows query={query} />
    </div>
  )
}

const folded = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/**
 * The server's rule, for people who come or change by push: the start of the handle, the address, or a word
 * of the name.
 */
function matches({ handle, email, displayName }: AdminPersonView, q: string): boolean {
  const wanted = folded(q.trim()).replace(/^@/, '')
  const words = folded(displayName).split(/\s+/)
  return [handle, email, ...words.map((_, at) => words.slice(at).join(' '))].some(
    (text) => text.replace(/^[^\p{L}\p{N}]+/u, '').startsWith(wanted) || text.startsWith(wanted),
  )
}
