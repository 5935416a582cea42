import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import { LIMITS } from '#contract/limits.ts'
import { isVisible } from '#contract/text.ts'
import type { PublicCommentView } from '#contract/comments.ts'
import { editComment } from '#client/features/comments/data/comments.actions.ts'
import { TextCounter } from '#client/ui/TextCounter.tsx'
import { WritingArea } from '#client/features/writing/WritingArea.tsx'
import { useWrite } from '#client/live/use-write.ts'
import { Button } from '#client/ui/Button.tsx'
import { isSendKey } from '#client/ui/composing.ts'
import { submitted } from '#client/ui/submitted.ts'

/** Edits a comment in place. Escape cancels, Ctrl or Cmd and Enter saves. */
export const CommentEditor = ({ comment, onDone }: { comment: PublicCommentView; onDone: () => void }) => {
  const [text, setText] = useState(comment.text)
  const { run, pending: saving } = useWrite()
  const save = async () => {
    if (!isVisible(text)) return
    if (await run({ write: () => editComment(comment.id, text), failed: 'Failed to update comment' }))
      onDone()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onDone()
    if (isSendKey(event.nativeEvent)) void save()
  }
  return (
    <form className="s-comment-field mt-1" aria-label="Edit comment" onSubmit={submitted(save)}>
      <WritingArea
        aria-label="Comment text"
        rows={1}
        maxRows={8}
        maxLength={LIMITS.comment}
        autoFocus
        value={text}
        readOnly={saving}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="s-comment-foot">
        <TextCounter length={text.length} most={LIMITS.comment} />
        <Button size="sm" onClick={onDone}>
          Cancel
        </Button>
        <Button
          type="submit"
          variant="primary"
          size="sm"
          pending={saving}
          pendingLabel="Saving..."
          disabled={!isVisible(text)}
        >
          Save
        </Button>
      </div>
    </form>
  )
}
