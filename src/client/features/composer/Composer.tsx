import { clsx } from 'clsx'
import { useState } from 'react'
import type { FormEvent, KeyboardEvent } from 'react'
import { LIMITS } from '#contract/limits.ts'
import type { CurrentUserView } from '#contract/users.ts'
import { useHoldDrops } from '#client/entities/posts/drops-hold.store.ts'
import { Avatar } from '#client/ui/Avatar.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Textarea } from '#client/ui/Textarea.tsx'
import { TextCounter } from './TextCounter.tsx'
import { canFlush } from './post-rules.ts'
import { useComposer } from './useComposer.ts'
import './Composer.css'

/** One row until something is written, then three (product section 4). Ctrl or Cmd and Enter posts. */
export const Composer = ({ viewer }: { viewer: CurrentUserView }) => {
  const { text, setText, posting, submit } = useComposer(viewer.id)
  const [focused, setFocused] = useState(false)
  useHoldDrops(focused)
  const expanded = text.length > 0
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void submit()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit()
  }
  return (
    <form
      className={clsx('rf-composer', expanded && 'rf-composer-open')}
      aria-label="New post"
      onSubmit={onSubmit}
      onFocus={() => setFocused(true)}
      onBlur={({ currentTarget, relatedTarget }) => setFocused(currentTarget.contains(relatedTarget))}
    >
      <Avatar name={viewer.displayName} seed={viewer.handle} src={viewer.avatarUrl} size={40} loading="eager" />
      <div className={clsx('rf-composer-basin', posting && 'anim-flush')}>
        <Textarea
          bare
          aria-label="What have you been brewing?"
          placeholder="Top Crap Talk 💩"
          className="rf-composer-text"
          rows={expanded ? 3 : 1}
          maxLength={LIMITS.postText}
          value={text}
          readOnly={posting}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      <div className="rf-composer-foot">
        <TextCounter length={text.length} most={LIMITS.postText} />
        <Button type="submit" variant="primary" size="sm" pending={posting} pendingLabel="Flushing..." disabled={!canFlush(text)}>
          Flush it 💩
        </Button>
      </div>
    </form>
  )
}
