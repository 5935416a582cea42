import { clsx } from 'clsx'
import { useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { LIMITS } from '#contract/limits.ts'
import type { CurrentUserView } from '#contract/account.ts'
import { usePauseDrops } from '#client/features/posts/data/drops-pause.store.ts'
import { Avatar } from '#client/ui/Avatar.tsx'
import { Button } from '#client/ui/Button.tsx'
import { lazyComponent } from '#client/ui/lazy-component.ts'
import { SOMETHING_WENT_WRONG, toast } from '#client/ui/toast.ts'
import { useHydrating } from '#client/ui/useHydrating.ts'
import type { ComposerExtrasProps } from './ComposerExtras.tsx'
import { TextCounter } from '#client/ui/TextCounter.tsx'
import { changeDraft, usePostDraft, canFlush } from '../data/draft.store.ts'
import { WritingArea } from '#client/features/writing/WritingArea.tsx'
import { isSendKey } from '#client/ui/composing.ts'
import { submitted } from '#client/ui/submitted.ts'
import './Composer.css'

// Loaded with the extras, after the page.
const flush = () =>
  void import('./send-draft.ts').then(
    ({ sendDraft }) => sendDraft(),
    () =>
      toast({
        variant: 'destructive',
        title: 'Failed to create post',
        description: SOMETHING_WENT_WRONG,
      }),
  )

const { Late: ComposerExtras } = lazyComponent<ComposerExtrasProps>(
  async () => (await import('./ComposerExtras.tsx')).ComposerExtras,
)

/** One row until there is text or a file, then three (product section 4). Ctrl or Cmd and Enter posts. */
export const Composer = ({ viewer }: { viewer: CurrentUserView }) => {
  const { text, hasMedia, quotedId, pollOptions, sending } = usePostDraft()
  // Until the page is interactive nothing could be done with what is typed.
  const hydrating = useHydrating()
  const [focused, setFocused] = useState(false)
  usePauseDrops(focused)
  const form = useRef<HTMLFormElement>(null)
  const expanded = text.length > 0 || hasMedia || quotedId !== '' || pollOptions.length > 0
  const onKeyDown = (event: KeyboardEvent) => {
    if (isSendKey(event.nativeEvent)) flush()
  }
  return (
    <form
      ref={form}
      className="s-composer-box"
      aria-label="New post"
      onSubmit={submitted(flush)}
      onFocus={() => setFocused(true)}
      onBlur={({ currentTarget, relatedTarget }) => setFocused(currentTarget.contains(relatedTarget))}
    >
      <div className={clsx('s-composer', expanded && 's-composer-open')}>
        <Avatar
          name={viewer.displayName}
          seed={viewer.handle}
          src={viewer.avatarUrl}
          size={40}
          loading="eager"
          className="s-composer-face"
        />
        <div className="s-composer-basin">
          <WritingArea
            bare
            withEmoji
            flushing={sending === 'post'}
            aria-label="What have you been brewing?"
            placeholder="Top Crap Talk 💩"
            className="s-composer-text"
            rows={expanded ? 3 : 1}
            maxLength={LIMITS.postText}
            value={text}
            readOnly={hydrating || sending !== null}
            onChange={(event) => changeDraft({ text: event.target.value })}
            onKeyDown={onKeyDown}
          />
        </div>
        <ComposerExtras form={form} expanded={expanded} />
        <div className="s-composer-foot">
          <TextCounter length={text.length} most={LIMITS.postText} />
          <Button
            type="submit"
            variant="primary"
            size="sm"
            pending={sending !== null}
            pendingLabel={sending === 'media' ? 'Uploading...' : 'Flushing...'}
            disabled={!canFlush(text)}
          >
            Flush it 💩
          </Button>
        </div>
      </div>
    </form>
  )
}
