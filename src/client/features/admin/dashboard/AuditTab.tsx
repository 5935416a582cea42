import { useCallback, useState } from 'react'
import { AUDIT_ACTIONS, type AuditAction } from '#contract/admin.constants.ts'
import type { AuditState } from '#contract/admin.ts'
import { auditRows, fetchAudit, type AuditRow } from '#client/features/admin/data/audit-rows.ts'
import { useRows } from '#client/live/use-rows.ts'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import { Cell, HeadCell, Table } from '#client/ui/Table.tsx'
import { TextLink } from '#client/ui/TextLink.tsx'
import { MoreRows } from '#client/ui/MoreRows.tsx'
import { Select } from '#client/ui/Input.tsx'
import { RowsSkeleton } from './RowsSkeleton.tsx'

const LABELS = new Map<string, string>(AUDIT_ACTIONS.map(({ action, label }) => [action, label]))
/** Who acted in the place of an admin, by the `by` of an entry. */
const WITHOUT_ACCOUNT: Readonly<Record<string, string>> = {
  'command line': 'Command line',
  schedule: 'Schedule',
}
const isAction = (value: string): value is AuditAction => LABELS.has(value)

/** The audit log: append-only. */
export const AuditTab = () => {
  const [action, setAction] = useState<AuditAction | ''>('')
  const fits = useCallback((row: AuditRow) => action === '' || row.action === action, [action])
  const { list, loading, empty, failed, readAgain, next } = useRows(auditRows, {
    key: ['audit', action],
    fetch: (cursor, signal) => fetchAudit({ action: action || undefined }, cursor, signal),
    cursorOf: ({ id }) => id,
    fits,
  })
  return (
    <div className="pt-4">
      <div className="flex flex-wrap items-center gap-3 pb-4">
        <p className="me-auto text-sm text-ink-soft">
          This list has every admin action, newest first. Nobody can change it.
        </p>
        <ActionFilter value={action} onChange={setAction} />
      </div>
      {loading && <RowsSkeleton label="Loading the audit log..." />}
      {failed && <ErrorState title="Failed to load the audit log" onRetry={readAgain} />}
      {empty && (
        <EmptyState mascot="guard" title="Nothing has been done yet">
          The guards write down whatever an admin does.
        </EmptyState>
      )}
      {list.length > 0 && <AuditTable rows={list} />}
      <MoreRows {...next} />
    </div>
  )
}

const ActionFilter = ({
  value,
  onChange,
}: {
  value: string
  onChange: (action: AuditAction | '') => void
}) => (
  <label className="flex max-w-full items-center gap-2 text-sm">
    <span className="text-ink-soft">Action</span>
    <Select
      className="w-auto min-w-0 shrink"
      value={value}
      onChange={({ target }) => onChange(isAction(target.value) ? target.value : '')}
    >
      <option value="">All of them</option>
      {AUDIT_ACTIONS.map(({ action, label }) => (
        <option key={action} value={action}>
          {label}
        </option>
      ))}
    </Select>
  </label>
)

const AuditTable = ({ rows }: { rows: readonly AuditRow[] }) => (
  <Table label="Audit log" rows>
    <thead>
      <tr>
        <HeadCell>When</HeadCell>
        <HeadCell>Admin</HeadCell>
        <HeadCell>Action</HeadCell>
        <HeadCell>To what</HeadCell>
        <HeadCell>Before</HeadCell>
        <HeadCell>After</HeadCell>
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={row.id}>
          <Cell label="When" className="whitespace-nowrap">
            <RelativeTime at={row.at} />
          </Cell>
          <Cell label="Admin">
            {row.admin ? (
              <TextLink to={`/u/${row.admin.handle}`}>@{row.admin.handle}</TextLink>
            ) : (
              (WITHOUT_ACCOUNT[String(row.after?.['by'])] ?? 'Deleted account')
            )}
          </Cell>
          <Cell label="Action">{LABELS.get(row.action)}</Cell>
          <Cell label="To what">
            <Target {...row.target} />
          </Cell>
          <Cell label="Before" className="text-sm text-ink-soft">
            {words(row.before)}
          </Cell>
          <Cell label="After" className="text-sm text-ink-soft">
            {words(row.after)}
          </Cell>
        </tr>
      ))}
    </tbody>
  </Table>
)

const Target = ({ type, id, person }: AuditRow['target']) => {
  if (person) return <TextLink to={`/u/${person.handle}`}>@{person.handle}</TextLink>
  if (type === 'post' && id) return <TextLink to={`/p/${id}`}>post</TextLink>
  return type === 'house' ? 'the house' : type === 'user' ? 'Deleted account' : type
}

const words = (state: AuditState): string =>
  Object.entries(state ?? {})
    .map(([name, value]) => `${name}: ${value ?? 'none'}`)
    .join(', ') || '-'
