import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import { LIMITS } from '#contract/limits.ts'
import type { LinkCardView } from '#contract/link-cards.ts'
import { ROAST_DIAL, type RoastDial } from '#contract/posts.constants.ts'
import { cardLink } from '#contract/web-addresses.ts'
import { editPost, setDial } from '#client/features/posts/data/posts.actions.ts'
import type { ShownPost } from '#client/features/posts/data/shown-post.ts'
import { useLinkPreview } from '#client/features/media/data/link-previews.store.ts'
import { LinkCard } from '#client/features/media/LinkCard.tsx'
import { TextCounter } from '#client/ui/TextCounter.tsx'
import { canFlush } from '#client/features/posts/data/draft.store.ts'
import { validateOrToast } from '#client/features/posts/composer/post-rules.ts'
import { WritingArea } from '#client/features/writing/WritingArea.tsx'
import { useWrite } from '#client/live/use-write.ts'
import { Button } from '#client/ui/Button.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import { Field } from '#client/ui/Field.tsx'
import { Select } from '#client/ui/Input.tsx'
import { DIAL_WORDS } from './DialBadge.tsx'
import { isSendKey } from '#client/ui/composing.ts'
import { submitted } from '#client/ui/submitted.ts'

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
  const [dial, chooseDial] = useState<RoastDial | ''>(post.dial ?? '')
  const { run, pending: saving } = useWrite()
  const write = async () => {
    if (text !== post.text) await editPost(post.id, text)
    if (dial !== (post.dial ?? '')) await setDial(post.id, dial || null)
  }
  const card = useCardOf(post, text)
  const save = async () => {
    if (!validateOrToast(text)) return
    if (await run({ write, failed: 'Failed to update post' })) onClose()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isSendKey(event.nativeEvent)) void save()
  }
  return (
    <form className="flex flex-col gap-3" onSubmit={submitted(save)}>
      <WritingArea
        aria-label="Post text"
        rows={4}
        maxLength={LIMITS.postText}
        value={text}
        readOnly={saving}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {card && <LinkCard card={card} withPicture={!post.nsfw} />}
      <p className="text-sm text-ink-faint">Readers can open the earlier versions.</p>
      <Field label="Roast dial">
        <Select
          value={dial}
          disabled={saving}
          onChange={({ target }) => chooseDial(ROAST_DIAL.find((one) => one === target.value) ?? '')}
        >
          <option value="">Off: everybody can comment</option>
          {ROAST_DIAL.map((one) => (
            <option key={one} value={one}>
              {DIAL_WORDS[one].label}
            </option>
          ))}
        </Select>
      </Field>
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

/** The link card that the post will have with this text. */
function useCardOf({ linkCard, ...post }: ShownPost, text: string): LinkCardView | null {
  const link = cardLink({ ...post, text })
  const shown = linkCard?.url === link ? linkCard : null
  const read = useLinkPreview(shown ? null : link)
  return shown ?? read
}
