import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import { LIMITS } from '#contract/limits.ts'
import { editPost } from '#client/features/posts/data/posts.actions.ts'
import type { ShownPost } from '#client/features/posts/data/shown-post.ts'
import { TextCounter } from '#client/features/posts/composer/TextCounter.tsx'
import { canFlush } from '#client/features/posts/composer/draft.store.ts'
import { validateOrToast } from '#client/features/posts/composer/post-rules.ts'
import { WritingArea } from '#client/features/posts/composer/writing/WritingArea.tsx'
import { useWrite } from '#client/live/use-write.ts'
import { Button } from '#client/ui/Button.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'

export interface EditPostDialogProps {
  post: ShownPost
  open: boolean
  onClose: () => void
}

/** Edits the viewer's own post, by the rules of a new one. */
export const EditPostDialog = ({ post, open, onClose }: EditPostDialogProps) => (
  <Dialog open={open} onOpenChange={(stays) => !stays && onClose()} title="Edit post">
    <EditForm post={post} onClose={onClose} />
  </Dialog>
)

const EditForm = ({ post, onClose }: Omit<EditPostDialogProps, 'open'>) => {
  const [text, setText] = useState(post.text)
  const { run, pending: saving } = useWrite()
  const save = async () => {
    if (!validateOrToast(text)) return
    if (await run({ write: () => editPost(post.id, text), failed: 'Failed to update post' })) onClose()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save()
  }
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <WritingArea
        aria-label="Post text"
        rows={4}
        maxLength={LIMITS.postText}
        value={text}
        readOnly={saving}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <p className="text-sm text-ink-faint">Readers can open what it said before.</p>
      <div className="flex items-center justify-end gap-3">
        <TextCounter length={text.length} most={LIMITS.postText} />
        <Button onClick={onClose}>Cancel</Button>
        <Button
          type="submit"
          variant="primary"
          pending={saving}
          pendingLabel="Saving..."
          disabled={!canFlush(text)}
        >
          Save
        </Button>
      </div>
    </form>
  )
}
