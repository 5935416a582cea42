import { clsx } from 'clsx'
import { Ellipsis, Flag, Link as LinkIcon, Pencil, Trash2 } from 'lucide-react'
import { memo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import type { PublicCommentView } from '#contract/comments.ts'
import { REACTIONS } from '#contract/posts.constants.ts'
import { useOwnPart } from '#client/features/comments/data/own-parts.store.ts'
import { deleteComment } from '#client/features/comments/data/comments.actions.ts'
import { togglePoo, useShownPoos } from '#client/features/comments/data/poos.store.ts'
import { askToLogIn } from '#client/features/account/data/viewer/ask-to-log-in.ts'
import { useResumedAct } from '#client/features/account/data/viewer/wanted-act.ts'
import { currentViewer, useViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { ReportForm, mayReport } from '#client/features/moderation/report/Report.tsx'
import { ReactionButton } from '#client/features/writing/emoji/ReactionBar.tsx'
import { runWrite, useWrite } from '#client/live/use-write.ts'
import { Link } from '#client/ui/Link.tsx'
import { AlertDialog } from '#client/ui/AlertDialog.tsx'
import { Avatar } from '#client/ui/Avatar.tsx'
import { Button } from '#client/ui/Button.tsx'
import { copyLink } from '#client/ui/clipboard.ts'
import { IconButton } from '#client/ui/IconButton.tsx'
import { Menu } from '#client/ui/Menu.tsx'
import type { MenuEntry } from '#client/ui/Menu.tsx'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import { RichText } from '#client/ui/RichText.tsx'
import { TextLink } from '#client/ui/TextLink.tsx'
import { anchorOf, commentPath } from './useLinkedComment.ts'
import { CommentEditor } from './CommentEditor.tsx'

interface CommentRowProps {
  comment: PublicCommentView
  /** Being sent. */
  sending?: boolean
  /** The page's address names it. */
  linked?: boolean
  withAnswered?: boolean
  isCopy?: boolean
  /** Begins an answer. */
  onReply?: ((comment: PublicCommentView) => void) | undefined
  /** The replies below it. */
  children?: ReactNode
}

/** One comment with its menu. */
export const CommentRow = memo(
  ({
    comment,
    sending = false,
    linked = false,
    withAnswered = false,
    isCopy = false,
    onReply,
    children,
  }: CommentRowProps) => {
    const [editing, setEditing] = useState(false)
    const row = useRef<HTMLLIElement>(null)
    const { author } = comment
    const stopEditing = () => {
      // Focus would be lost with the editor.
      flushSync(() => setEditing(false))
      row.current?.querySelector<HTMLElement>('[aria-haspopup="menu"]')?.focus()
    }
    return (
      <li
        ref={row}
        id={isCopy ? undefined : anchorOf(comment.id)}
        aria-current={linked || undefined}
        className={clsx('s-comment', sending && 's-comment-sending')}
      >
        <Link to={`/u/${author.handle}`} tabIndex={-1} aria-hidden="true" className="s-comment-face">
          <Avatar name={author.displayName} seed={author.handle} src={author.avatarUrl} size={32} />
        </Link>
        <div className="s-comment-main">
          <div className="s-comment-head">
            <span className="s-post-who">
              <TextLink tone="quiet" to={`/u/${author.handle}`} className="s-post-name" dir="auto">
                {author.displayName}
              </TextLink>
              <span className="s-post-handle">@{author.handle}</span>
            </span>
            <span className="s-post-when">
              {sending ? (
                <span role="status">Sending...</span>
              ) : (
                <TextLink tone="quiet" to={commentPath(comment)}>
                  <RelativeTime at={comment.createdAt} />
                </TextLink>
              )}
            </span>
            {!sending && !editing && <CommentMenu comment={comment} onEdit={() => setEditing(true)} />}
          </div>
          {editing ? (
            <CommentEditor comment={comment} onDone={stopEditing} />
          ) : (
            <RichText text={comment.text} className="s-comment-text" />
          )}
          {!sending && !editing && (
            <CommentActs comment={comment} withAnswered={withAnswered} onReply={onReply} />
          )}
          {children}
        </div>
      </li>
    )
  },
)
CommentRow.displayName = 'CommentRow'

const CommentActs = ({
  comment,
  withAnswered,
  onReply,
}: Pick<CommentRowProps, 'comment' | 'withAnswered' | 'onReply'>) => (
  <div className="s-comment-acts">
    <Poo comment={comment} />
    {onReply && (
      <Button
        size="sm"
        variant="ghost"
        aria-label={`Reply to ${comment.author.displayName}`}
        onClick={() => onReply(comment)}
      >
        Reply
      </Button>
    )}
    {withAnswered && comment.parent && (
      <TextLink tone="quiet" to={commentPath({ postId: comment.postId, id: comment.parent.id })}>
        What it answers
      </TextLink>
    )}
  </div>
)

/** A comment's one reaction, which a press gives and another one takes back. */
const Poo = ({ comment }: { comment: PublicCommentView }) => {
  const { count, pooed } = useShownPoos(comment)
  const { emoji, name } = REACTIONS[0]
  const isOwnKnown = useOwnPart(comment.id) !== undefined
  useResumedAct('poo', comment.id, isOwnKnown, () => {
    if (!pooed) void poo(comment)
  })
  return (
    <ReactionButton emoji={emoji} name={name} count={count} own={pooed} onClick={() => void poo(comment)} />
  )
}

async function poo(comment: PublicCommentView): Promise<void> {
  const { id } = comment
  if (!currentViewer())
    return askToLogIn('Please log in to react to comments.', {
      act: { kind: 'poo', id },
      next: commentPath(comment),
    })
  await runWrite({
    write: () => togglePoo(id),
    failed: { title: 'Reaction failed', fallback: 'Failed to react to comment' },
  })
}

const copyCommentLink = (comment: PublicCommentView): Promise<void> =>
  copyLink(location.origin + commentPath(comment), 'Link copied!')

interface CommentMenuProps {
  comment: PublicCommentView
  onEdit: () => void
}

const CommentMenu = ({ comment, onEdit }: CommentMenuProps) => {
  const can = useOwnPart(comment.id)?.can
  const [asking, setAsking] = useState<'delete' | 'report' | null>(null)
  const { run, pending: deleting } = useWrite()
  const isOwn = useViewer()?.id === comment.authorId
  const entries: (MenuEntry | false | undefined)[] = [
    { label: 'Copy link', icon: <LinkIcon />, onSelect: () => void copyCommentLink(comment) },
    can?.edit && { label: 'Edit', icon: <Pencil />, onSelect: onEdit },
    !isOwn && { label: 'Report', icon: <Flag />, onSelect: () => mayReport() && setAsking('report') },
    can?.delete && { label: 'Delete', icon: <Trash2 />, tone: 'danger', onSelect: () => setAsking('delete') },
  ]
  const shown = entries.filter((entry) => entry !== false && entry !== undefined)
  const close = () => setAsking(null)
  const remove = async () => {
    if (!(await run({ write: () => deleteComment(comment), failed: 'Failed to delete comment' }))) close()
  }
  return (
    <span className="s-post-menu">
      <Menu
        trigger={<IconButton size="sm" label="Comment options" icon={<Ellipsis />} tooltip={false} />}
        items={shown}
      />
      <ReportForm
        reported={{ type: 'comment', id: comment.id, name: 'this comment' }}
        open={asking === 'report'}
        onClose={close}
      />
      <AlertDialog
        open={asking === 'delete'}
        onOpenChange={(open) => !open && close()}
        title="Delete this comment?"
        description="It goes down the drain for good."
        confirmLabel="Delete"
        pending={deleting}
        pendingLabel="Deleting..."
        onConfirm={() => void remove()}
      />
    </span>
  )
}
