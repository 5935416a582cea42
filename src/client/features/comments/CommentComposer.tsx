import { useEffect, useState } from 'react'
import type { FormEvent, KeyboardEvent } from 'react'
import { WRITING_MESSAGES } from '#contract/posts.constants.ts'
import { LIMITS } from '#contract/limits.ts'
import { isVisible } from '#contract/text.ts'
import type { CurrentUserView } from '#contract/account.ts'
import type { PublicCommentView } from '#contract/comments.ts'
import { writeComment } from '#client/features/comments/data/comment-outbox.ts'
import { askToLogIn } from '#client/features/account/data/viewer/ask-to-log-in.ts'
import { useResumedAct } from '#client/features/account/data/viewer/wanted-act.ts'
import { usePauseDrops } from '#client/features/posts/data/drops-pause.store.ts'
import { TextCounter } from '#client/features/posts/composer/TextCounter.tsx'
import { WritingArea } from '#client/features/posts/composer/writing/WritingArea.tsx'
import { askAboutPushes } from '#client/features/notifications/PushQuestionSlot.tsx'
import { waitingToast } from '#client/features/moderation/waiting/waiting-toast.ts'
import { useWrite } from '#client/live/use-write.ts'
import { Avatar } from '#client/ui/Avatar.tsx'
import { Button } from '#client/ui/Button.tsx'
import { toast } from '#client/ui/toast.ts'
import { useHydrating } from '#client/ui/useHydrating.ts'
import { useCommentDraft } from './useCommentDraft.ts'

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
  const { text, setText, edit, send, forget } = useCommentDraft(viewer?.id, answered?.id ?? postId)
  const call = answered && answered.authorId !== viewer?.id ? `@${answered.author.handle} ` : ''
  useEffect(() => {
    if (call) setText((kept) => kept || call)
  }, [call, setText])
  const { run } = useWrite()
  const submit = async () => {
    if (!canCommentOrToast(viewer, postId, text)) return
    const sent = await run({
      // The next comment may be sent while this one is on its way.
      target: text,
      write: () => {
        setText('')
        return send((clientId) => writeComment(postId, text, clientId, answered))
      },
      done: (answer) => ('held' in answer ? waitingToast(answer) : COMMENT_POSTED),
      failed: 'Failed to post comment',
      // Unless the person has typed a new comment meanwhile.
      onError: () => setText((typed) => (typed === '' ? text : typed)),
    })
    if (!sent) return
    askAboutPushes()
    onDone?.()
  }
  const giveUp = () => {
    if (text === call) forget()
    onDone?.()
  }
  return { text, edit, submit, giveUp }
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
  const { text, edit, submit, giveUp } = useCommentComposer(props)
  const hydrating = useHydrating()
  useResumedAct('comment', postId, !hydrating && !answered, () => void submit())
  const [focused, setFocused] = useState(false)
  usePauseDrops(focused)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void submit()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit()
    if (event.key === 'Escape' && answered) giveUp()
  }
  return (
    <form
      className="s-comment s-comment-composer"
      aria-label={answered ? `Reply to ${answered.author.displayName}` : 'New comment'}
      onSubmit={onSubmit}
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
      </div>
    </form>
  )
}
