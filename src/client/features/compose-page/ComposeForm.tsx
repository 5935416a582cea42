import { clsx } from 'clsx'
import type { FormEvent, KeyboardEvent } from 'react'
import { useRef } from 'react'
import { LIMITS } from '#contract/limits.ts'
import type { CurrentUserView } from '#contract/users.ts'
import { TextCounter } from '#client/features/composer/TextCounter.tsx'
import { canFlush } from '#client/features/composer/post-rules.ts'
import { useComposer } from '#client/features/composer/useComposer.ts'
import { Avatar } from '#client/ui/Avatar.tsx'
import { Badge } from '#client/ui/Badge.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Textarea } from '#client/ui/Textarea.tsx'
import { ExtrasFields } from './ExtrasFields.tsx'
import { SuggestedTags } from './SuggestedTags.tsx'
import { tagsOf, withTag } from './tags.ts'
import { useExtras } from './useExtras.ts'

interface ComposeFormProps {
  viewer: CurrentUserView
  /** The post is out. */
  onPosted?: () => void
}

/** The composer in full (product section 2, Compose): the same draft, rules and sending as at home. */
export const ComposeForm = ({ viewer, onPosted }: ComposeFormProps) => {
  const extras = useExtras(viewer.id)
  const { text, setText, posting, submit } = useComposer(viewer.id, extras.extras)
  const area = useRef<HTMLTextAreaElement>(null)
  const send = async () => {
    if (!(await submit())) return
    extras.clear()
    onPosted?.()
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void send()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send()
  }
  const append = (tag: string) => {
    setText(withTag(text, tag) ?? text)
    area.current?.focus()
  }
  const tags = tagsOf(text)
  return (
    <form aria-label="New post" className="flex flex-col gap-5 p-4 sm:px-5" onSubmit={onSubmit}>
      <Author viewer={viewer} />
      <div className={clsx('flex flex-col gap-3', posting && 'anim-flush')}>
        <Textarea
          ref={area}
          aria-label="What have you been brewing?"
          placeholder="Top Crap Talk 💩"
          rows={6}
          maxLength={LIMITS.postText}
          value={text}
          readOnly={posting}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
        {tags.length > 0 && <Chips tags={tags} />}
      </div>
      <SuggestedTags used={tags} fits={(tag) => withTag(text, tag) !== null} onPick={append} />
      <ExtrasFields extras={extras} disabled={posting} />
      <div className="flex items-center justify-end gap-4">
        <TextCounter length={text.length} most={LIMITS.postText} />
        <Button type="submit" variant="primary" pending={posting} pendingLabel="Flushing..." disabled={!canFlush(text)}>
          Flush it 💩
        </Button>
      </div>
    </form>
  )
}

const Author = ({ viewer }: { viewer: CurrentUserView }) => (
  <div className="flex items-center gap-3">
    <Avatar name={viewer.displayName} seed={viewer.handle} src={viewer.avatarUrl} size={48} loading="eager" />
    <div className="min-w-0">
      <p dir="auto" className="one-line font-semibold">
        {viewer.displayName}
      </p>
      <p className="one-line text-sm text-ink-faint">@{viewer.handle}</p>
    </div>
  </div>
)

const Chips = ({ tags }: { tags: readonly string[] }) => (
  <ul aria-label="Hashtags in this post" className="flex flex-wrap gap-2">
    {tags.map((tag) => (
      <li key={tag} className="min-w-0">
        <Badge tone="royal" className="one-line">
          #{tag}
        </Badge>
      </li>
    ))}
  </ul>
)
