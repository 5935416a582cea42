import { memo, useState } from 'react'
import { removeMessage } from '#client/features/messages/data/messages.actions.ts'
import { Report } from '#client/features/moderation/report/Report.tsx'
import { useWrite } from '#client/live/use-write.ts'
import { AlertDialog } from '#client/ui/AlertDialog.tsx'
import { SOMETHING_WENT_WRONG } from '#client/ui/toast.ts'
import { Bubble, OutgoingBubble } from './Bubble.tsx'
import type { RowContent } from './thread-rows.ts'
import { dayName } from './times.ts'

type MessageRow = Extract<RowContent, { kind: 'message' }>

type ThreadRowViewProps = RowContent & {
  /** Of the viewer's newest message. */
  state: 'Sent' | 'Read' | undefined
}

/**
 * One row of the thread. Its parts are its props, so that a row which stays the same is not rendered when
 * others come and go, or when the list scrolls.
 */
export const ThreadRowView = memo(({ state, ...row }: ThreadRowViewProps) => {
  if (row.kind === 'day') return <div className="s-thread-day">{dayName(row.date)}</div>
  if (row.kind === 'unread') return <div className="s-thread-unread">New messages</div>
  if (row.kind === 'outgoing') return <OutgoingBubble entry={row.entry} />
  return row.own ? <OwnBubble row={row} state={state} /> : <TheirBubble row={row} />
})
ThreadRowView.displayName = 'ThreadRowView'

const TheirBubble = ({ row }: { row: MessageRow }) => {
  const [reporting, setReporting] = useState(false)
  return (
    <>
      <Bubble {...row} onReport={() => setReporting(true)} />
      <Report
        reported={{ type: 'message', id: row.message.id, name: 'this message' }}
        open={reporting}
        onClose={() => setReporting(false)}
      />
    </>
  )
}

const REMOVAL_FAILED = () => ({ title: 'Failed to delete message', description: SOMETHING_WENT_WRONG })

const OwnBubble = ({ row, state }: { row: MessageRow; state: string | undefined }) => {
  const [asking, setAsking] = useState(false)
  const { run } = useWrite()
  const remove = async () => {
    const { conversationId, id } = row.message
    await run({ write: () => removeMessage(conversationId, id), failed: REMOVAL_FAILED })
    setAsking(false)
  }
  return (
    <>
      <Bubble {...row} {...(state && { state })} onDelete={() => setAsking(true)} />
      {asking && (
        <AlertDialog
          open
          onOpenChange={setAsking}
          title="Delete this message?"
          description="It goes down the drain for both of you, and nothing brings it back."
          confirmLabel="Delete"
          onConfirm={() => void remove()}
        />
      )}
    </>
  )
}
