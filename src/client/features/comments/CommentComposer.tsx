import { useEffect, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { WRITING_MESSAGES } from '#contract/posts.constants.ts'
import { LIMITS } from '#contract/limits.ts'
import { isVisible } from '#contract/text.ts'
import type { CurrentUserView } from '#contract/account.ts'
import type { PublicCommentView } from '#contract/comments.ts'
import { writeComment } from '#client/features/comments/data/comment-outbox.ts'
import { askToLogIn } from '#client/features/account/data/viewer/ask-to-log-in.ts'
import { useResumedAct } from '#client/features/account/data/viewer/wanted-act.ts'
import { usePauseDrops } from '#client/features/posts/data/drops-pause.store.ts'
import { TextCounter } from '#client/ui/TextCounter.tsx'
import { WritingArea } from '#client/features/writing/WritingArea.tsx'
import { askAboutPushes } from '#client/features/notifications/PushQuestionSlot.tsx'
import { waitingToast } from '#client/features/moderation/waiting/waiting-toast.ts'
import { useWrite } from '#client/live/use-write.ts'
import { Avatar } from '#client/ui/Avatar.tsx'
import { Button } from '#client/ui/Button.tsx'
import { toast } from '#client/ui/toast.ts'
import { useHydrating } from '#client/ui/useHydrating.ts'
import { useCommentDraft } from './useCommentDraft.ts'
import { isSendKey } from '#client/ui/composing.ts'
import { submitted } from '#client/ui/submitted.ts'

interface CommentComposerProps {
  postId: string
  /** null for a visitor, who is asked to log in. */
  viewer: CurrentUserView | null
  /** The comment or reply that is answered. */
  answered?: PublicCommentView
  /** An answer was sent, or given up. */
  onDone?: () => void
}

/**
 * Shows the comment at once and empties the field. On failure the comment is removed and its text restored.
 */
function useCommentComposer({ postId, viewer, answered, onDone }: CommentComposerProps) {
  const {
    text,
    setText,
    edit,
    send,
    forget,
    unsent,
    giveUp: drop,
  } = useCommentDraft(viewer?.id, answered?.id ?? postId)
  const call = answered && answered.authorId !== viewer?.id ? `@${answered.author.handle} ` : ''
  useEffect(() => {
    if (call) setText((kept) => kept || call)
  }, [call, setText])
  const { run } = useWrite()
  const post = async (words: string): Promise<boolean> => {
    const sent = await run({
      // The next comment may be sent while this one is on its way.
      target: words,
      write: () => {
        setText((typed) => (typed === words ? '' : typed))
        return send(words, (clientId) => writeComment(postId, words, clientId, answered))
      },
      done: (answer) => ('held' in answer ? waitingToast(answer) : COMMENT_POSTED),
      failed: 'Failed to post comment',
      // Where something was typed meanwhile, it stands below the field.
      onError: () => setText((typed) => (typed === '' ? words : typed)),
    })
    if (sent) askAboutPushes()
    return sent
  }
  const submit = async () => {
    if (!canCommentOrToast(viewer, postId, text)) return
    if (await post(text)) onDone?.()
  }
  const giveUp = () => {
    if (text === call) forget()
    onDone?.()
  }
  return { text, edit, submit, giveUp, unsent, retry: (words: string) => void post(words), drop }
}

const COMMENT_POSTED = {
  title: 'Comment posted',
  description: 'Your comment has been added to the conversation.',
}

function canCommentOrToast(viewer: CurrentUserView | null, postId: string, text: string): boolean {
  if (!viewer) askToLogIn('Please log in to comment on posts.', { act: { kind: 'comment', id: postId } })
  else if (!isVisible(text))
    toast({ variant: 'destructive', title: 'Empty comment', description: WRITING_MESSAGES.emptyComment })
  else return true
  return false
}

/** Ctrl or Cmd and Enter sends. */
export const CommentComposer = (props: CommentComposerProps) => {
  const { viewer, postId, answered } = props
  const { text, edit, submit, giveUp, unsent, retry, drop } = useCommentComposer(props)
  const hydrating = useHydrating()
  useResumedAct('comment', postId, !hydrating && !answered, () => void submit())
  const [focused, setFocused] = useState(false)
  usePauseDrops(focused)
  const onKeyDown = (event: KeyboardEvent) => {
    if (isSendKey(event.nativeEvent)) void submit()
    if (event.key === 'Escape' && answered) giveUp()
  }
  return (
    <form
      className="s-comment s-comment-composer"
      aria-label={answered ? `Reply to ${answered.author.displayName}` : 'New comment'}
      onSubmit={submitted(submit)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <Avatar
        name={viewer?.displayName ?? '?'}
        seed={viewer?.handle ?? 'visitor'}
        src={viewer?.avatarUrl}
        size={32}
        className="mt-1.5"
      />
      <div className="s-comment-field">
        <WritingArea
          withEmoji
          emojiLabel="Add an emoji to the comment"
          aria-label={answered ? 'Your reply' : 'Your comment'}
          placeholder={answered ? 'Roast back' : 'Leave your mark'}
          autoFocus={answered !== undefined}
          rows={1}
          maxRows={8}
          maxLength={LIMITS.comment}
          value={text}
          // Nothing could be done yet with what is typed.
          readOnly={hydrating}
          onChange={(event) => edit(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <div className="s-comment-foot" hidden={text.length === 0 && !answered}>
          <TextCounter length={text.length} most={LIMITS.comment} />
          {answered && (
            <Button size="sm" onClick={giveUp}>
              Cancel
            </Button>
          )}
          <Button type="submit" variant="primary" size="sm" disabled={viewer !== null && !isVisible(text)}>
            {answered ? 'Reply' : 'Comment'}
          </Button>
        </div>
        <Unsent unsent={unsent} onRetry={retry} onDrop={drop} />
      </div>
    </form>
  )
}

interface UnsentProps {
  unsent: readonly string[]
  onRetry: (words: string) => void
  onDrop: (words: string) => void
}

/** What could not be sent, while the field holds something else. */
const Unsent = ({ unsent, onRetry, onDrop }: UnsentProps) =>
  unsent.length === 0 ? null : (
    <ul aria-label="Not sent">
      {unsent.map((words) => (
        <li key={words} className="s-comment-unsent">
          <p className="line-clamp-3 min-w-0 flex-1 break-words whitespace-pre-line">{words}</p>
          <Button size="sm" onClick={() => onRetry(words)}>
            Retry
          </Button>
          <Button size="sm" variant="ghost" onClick={() => onDrop(words)}>
            Discard
          </Button>
        </li>
      ))}
    </ul>
  )
