import { Download } from 'lucide-react'
import { useState } from 'react'
import type { ExportQuery } from '#contract/admin.ts'
import { exportList, exportReport } from '#client/features/admin/data/site-settings.actions.ts'
import { useWrite } from '#client/live/use-write.ts'
import { Button } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { Segmented } from '#client/ui/Segmented.tsx'

type Format = ExportQuery['format']
const FORMATS: { value: Format; label: string }[] = [
  { value: 'csv', label: 'CSV' },
  { value: 'ndjson', label: 'NDJSON' },
]

/** Exports of all data as files. Each export is recorded in the audit log. */
export const ExportsCard = () => {
  const [format, setFormat] = useState<Format>('csv')
  const { pending, isPending, run } = useWrite()
  const button = (label: string, action: string, work: () => Promise<void>) => (
    <Button
      icon={<Download />}
      pending={isPending(action)}
      disabled={pending && !isPending(action)}
      onClick={() =>
        void run({
          target: action,
          write: work,
          done: `Database Action ${action} completed successfully`,
          failed: { title: 'Error', sentence: `Failed to ${action}` },
        })
      }
    >
      {label}
    </Button>
  )
  return (
    <Card title="Database">
      <p className="pb-4 text-ink-soft">
        The files hold personal data, such as email addresses. The audit log notes who takes one.
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <Segmented label="Format" options={FORMATS} value={format} onChange={setFormat} />
        {button('Export User Data', 'export-users', () => exportList('users', format))}
        {button('Export Post Data', 'export-posts', () => exportList('posts', format))}
        {button('Generate Analytics Report', 'analytics-report', exportReport)}
      </div>
    </Card>
  )
}
