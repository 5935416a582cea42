import { memo, useState, type ReactNode } from 'react'
import { TIMINGS } from '#contract/limits.ts'
import type { MessageView } from '#contract/messages.ts'
import type { ActorView } from '#contract/people.ts'
import { useJustSent } from '#client/features/messages/data/just-sent.store.ts'
import { useOutbox } from '#client/features/messages/data/outbox.store.ts'
import {
  deleteMessage,
  restoreMessage,
  takeBackMessage,
} from '#client/features/messages/data/messages.actions.ts'
import { ReportForm } from '#client/features/moderation/report/Report.tsx'
import { runWrite, useWrite } from '#client/live/use-write.ts'
import { SOMETHING_WENT_WRONG } from '#client/ui/toast.ts'
import { Bubble } from './Bubble.tsx'
import { groupLine } from './groups/lazy-parts.ts'
import { OutgoingBubble } from './OutgoingBubble.tsx'
import type { Quoting } from './Quoted.tsx'
import { noticeWords, type Notice, type RowContent } from './thread-rows.ts'
import { dayName } from './times.ts'

/** What all rows of a thread share. */
interface ThreadView extends Omit<Quoting, 'quoted'> {
  conversationId: string
  /** The viewer may write to this person. */
  canReply: boolean
  /** In a request, the card of a post that the stranger links to is not shown. */
  veiled: boolean
  /** In a group: who has written. */
  authorOf?: ((userId: string) => ActorView) | undefined
}

type MessageRow = Extract<RowContent, { kind: 'message' }> & ThreadView

type ThreadRowViewProps = RowContent &
  ThreadView & {
    /** Of the viewer's newest message. */
    state?: string | undefined
    /** In a group: who has read it. */
    readers?: ReactNode
  }

/**
 * One row of the thread. Its parts are its props, so that a row which stays the same is not rendered when
 * others come and go, or when the list scrolls.
 */
export const ThreadRowView = memo(({ state, readers, ...row }: ThreadRowViewProps) => {
  if (row.kind === 'day') return <div className="s-thread-day">{dayName(row.date)}</div>
  if (row.kind === 'unread') return <div className="s-thread-unread">New messages</div>
  if (row.kind === 'notice') return <NoticeLine {...row} />
  if (row.kind === 'outgoing') return <OutgoingBubble {...row} />
  return row.own ? <OwnBubble row={row} state={state} readers={readers} /> : <TheirBubble row={row} />
})
ThreadRowView.displayName = 'ThreadRowView'

type NoticeLineProps = Extract<RowContent, { kind: 'notice' }> & Pick<ThreadView, 'nameOf' | 'viewerId'>

const NoticeLine = ({ notice, own, senderId, nameOf, viewerId }: NoticeLineProps) => (
  <p className="px-6 pt-4 pb-1 text-center text-xs text-ink-faint">
    <NoticeWords who={own ? 'You' : nameOf(senderId)} {...{ notice, nameOf, viewerId }} />
  </p>
)

interface NoticeWordsProps extends Pick<ThreadView, 'nameOf' | 'viewerId'> {
  notice: Notice
  who: string
}

/** A line of the thread about the conversation, as text. */
export const NoticeWords = ({ notice, who, nameOf, viewerId }: NoticeWordsProps) => {
  if (!('event' in notice)) return noticeWords(notice, who)
  return <groupLine.Late {...{ notice, who }} nameOf={(id) => (id === viewerId ? 'you' : nameOf(id))} />
}

const TheirBubble = ({ row }: { row: MessageRow }) => {
  const [reporting, setReporting] = useState(false)
  return (
    <>
      <Bubble {...row} author={row.authorOf?.(row.message.senderId)} onReport={() => setReporting(true)} />
      <ReportForm
        reported={{ type: 'message', id: row.message.id, name: 'this message' }}
        open={reporting}
        onClose={() => setReporting(false)}
      />
    </>
  )
}

const REMOVAL_FAILED = () => ({ title: 'Failed to delete message', description: SOMETHING_WENT_WRONG })

const OwnBubble = ({
  row,
  state,
  readers,
}: {
  row: MessageRow
  state: string | undefined
  readers?: ReactNode
}) => {
  const { message } = row
  const { run } = useWrite()
  const wasJustSent = useJustSent(({ ids }) => ids.has(message.id))
  // Of a newer one that is on its way, nobody may take back the one before by mistake.
  const isFollowed = useOutbox(({ entries }) =>
    entries.some(({ receiverId }) => receiverId === message.receiverId),
  )
  const remove = async () => {
    const undo = { label: 'Undo', onSelect: () => void bringBack(message) }
    const done = () => ({ title: 'Message deleted', action: undo, durationMs: TIMINGS.undoOffer })
    // Its button is removed with the words.
    document.querySelector<HTMLElement>('.s-thread-scroll')?.focus({ preventScroll: true })
    await run({ write: () => deleteMessage(message), done, failed: REMOVAL_FAILED })
  }
  const takeBack = () =>
    run({ write: () => takeBackMessage(message), failed: 'Failed to take the message back' })
  return (
    <Bubble
      {...row}
      {...(state && { state })}
      readers={readers}
      onDelete={() => void remove()}
      {...(wasJustSent && !isFollowed && { onTakeBack: () => void takeBack() })}
    />
  )
}

const bringBack = (message: MessageView): Promise<boolean> =>
  runWrite({ write: () => restoreMessage(message), failed: 'Failed to bring the message back' })
