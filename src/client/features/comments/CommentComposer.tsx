import { useRef, useState } from 'react'
import type { FormEvent, KeyboardEvent } from 'react'
import { SENTENCES } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import { isVisible } from '#contract/text.ts'
import type { CurrentUserView } from '#contract/users.ts'
import { writeComment } from '#client/entities/comments/comments.outbox.ts'
import { useHoldDrops } from '#client/entities/posts/drops-hold.store.ts'
import { TextCounter } from '#client/features/composer/TextCounter.tsx'
import { attemptDone, attemptFor } from '#client/features/composer/attempt.ts'
import { useStoredText } from '#client/features/composer/useStoredText.ts'
import { sentenceOf } from '#client/live/http.ts'
import { Avatar } from '#client/ui/Avatar.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Textarea } from '#client/ui/Textarea.tsx'
import { toast } from '#client/ui/toast.ts'

interface CommentComposerProps {
  postId: string
  /** null: a visitor, who is told to log in. */
  viewer: CurrentUserView | null
}

/** The comment shows at once and the field is empty; if it fails, the comment goes and the text comes back. */
function useCommentComposer({ postId, viewer }: CommentComposerProps) {
  const key = `royal-flush:draft:comment:${viewer?.id ?? 'visitor'}:${postId}`
  const [text, setText] = useStoredText(key)
  const latest = useRef(text)
  latest.current = text
  const submit = async () => {
    if (!saysMayComment(viewer, text)) return
    const { clientId } = attemptFor(`${key}:sent`, text)
    setText('')
    try {
      await writeComment(postId, text, clientId)
      attemptDone(`${key}:sent`)
      toast({ title: 'Comment posted', description: 'Your comment has been added to the conversation.' })
    } catch (error) {
      // Unless something new has been begun meanwhile.
      if (latest.current === '') setText(text)
      const description = sentenceOf(error, 'Something went wrong. Please try again.')
      toast({ variant: 'destructive', title: 'Failed to post comment', description })
    }
  }
  return { text, setText, submit }
}

function saysMayComment(viewer: CurrentUserView | null, text: string): boolean {
  const refusal = !viewer
    ? { title: 'Login required', description: 'Please log in to comment on posts.' }
    : !isVisible(text)
      ? { title: 'Empty comment', description: SENTENCES.emptyComment }
      : null
  if (refusal) toast({ variant: 'destructive', ...refusal })
  return refusal === null
}

/** Ctrl or Cmd and Enter sends. */
export const CommentComposer = (props: CommentComposerProps) => {
  const { viewer } = props
  const { text, setText, submit } = useCommentComposer(props)
  const [focused, setFocused] = useState(false)
  useHoldDrops(focused)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void submit()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit()
  }
  return (
    <form className="rf-comment rf-comment-composer" aria-label="New comment" onSubmit={onSubmit} onFocus={() => setFocused(true)} onBlur={() => setFocused(false)}>
      <Avatar name={viewer?.displayName ?? '?'} seed={viewer?.handle ?? 'visitor'} src={viewer?.avatarUrl} size={32} />
      <div className="rf-comment-field">
        <Textarea
          aria-label="Your comment"
          placeholder="Leave your mark"
          className="rf-comment-input"
          rows={1}
          maxRows={8}
          maxLength={LIMITS.comment}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <div className="rf-comment-foot" hidden={text.length === 0}>
          <TextCounter length={text.length} most={LIMITS.comment} />
          <Button type="submit" variant="primary" size="sm" disabled={viewer !== null && !isVisible(text)}>
            Comment
          </Button>
        </div>
      </div>
    </form>
  )
}
