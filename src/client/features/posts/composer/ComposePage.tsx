import { useNavigate, useSearchParams } from 'react-router-dom'
import type { KeyboardEvent, RefObject } from 'react'
import { useEffect, useRef } from 'react'
import { TITLES } from '#contract/site.page-titles.ts'
import { LIMITS } from '#contract/limits.ts'
import { hashtagsIn } from '#contract/rich-text.ts'
import type { CurrentUserView } from '#contract/account.ts'
import { useRequiredViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { TextCounter } from '#client/ui/TextCounter.tsx'
import { canFlush, changeDraft, draftSlot, usePostDraft } from '../data/draft.store.ts'
import { sendDraft } from './send-draft.ts'
import { PickButtons } from '#client/features/media/PickButtons.tsx'
import { PICKER_LIMITS } from '#client/features/media/picker-rules.ts'
import { BackBar } from '#client/ui/BackBar.tsx'
import { usePageTitle } from '#client/ui/page-title.ts'
import { useMediaQuery } from '#client/ui/useMediaQuery.ts'
import { Avatar } from '#client/ui/Avatar.tsx'
import { Badge } from '#client/ui/Badge.tsx'
import { Button } from '#client/ui/Button.tsx'
import { DialButton } from './DialTool.tsx'
import { DraftParts } from './DraftParts.tsx'
import { PollButton } from './PollTool.tsx'
import { ExtrasFields, ExtrasToggles } from './ExtrasFields.tsx'
import { EmojiButton } from '#client/features/writing/emoji/EmojiButton.tsx'
import { SuggestedTags, withTag } from './SuggestedTags.tsx'
import { useKeyboardHeight } from '#client/features/writing/useKeyboardHeight.ts'
import { WritingArea } from '#client/features/writing/WritingArea.tsx'
import { isSendKey } from '#client/ui/composing.ts'
import { submitted } from '#client/ui/submitted.ts'
import './ComposePage.css'

/**
 * /compose (product section 2). After posting it leads to the home page. On a phone the counter and the button are in
 * the head, and the tools above the keyboard.
 */
export const ComposePage = () => {
  const viewer = useRequiredViewer()
  const navigate = useNavigate()
  usePageTitle(TITLES['/compose'])
  useQuoteOfAddress()
  const isPhone = useMediaQuery('(width < 48rem)')
  return (
    <div className="s-compose-page">
      <BackBar title="Compose">{isPhone && <SendRow />}</BackBar>
      <ComposeForm viewer={viewer} onPosted={() => void navigate('/')} sendsInHead={isPhone} focused />
    </div>
  )
}

/** The button of the head is outside of the form. */
const FORM_ID = 'compose'

const POST_ID = /^[0-9a-f]{24}$/

/** /compose?quote={postId}: the draft quotes this post. The address forgets it, so that it can be taken out. */
function useQuoteOfAddress(): void {
  const [query, setQuery] = useSearchParams()
  const quoted = query.get('quote')
  useEffect(() => {
    if (quoted === null) return
    if (POST_ID.test(quoted)) changeDraft({ quotedId: quoted })
    setQuery({}, { replace: true })
  }, [quoted, setQuery])
}

interface ComposeFormProps {
  viewer: CurrentUserView
  /** Called when the post is published. */
  onPosted?: () => void
  /** The button is in the page's head. */
  sendsInHead?: boolean
  /** The person came to write: the field has the focus. */
  focused?: boolean
}

const uploadWords = () => 'Failed to upload media. Please try again.'

/**
 * The full composer (product section 2, Compose). It shares the draft, the rules and the sending with the
 * home composer.
 */
export const ComposeForm = ({ viewer, onPosted, sendsInHead = false, focused }: ComposeFormProps) => {
  const { text, sending } = usePostDraft()
  const form = useRef<HTMLFormElement>(null)
  const area = useRef<HTMLTextAreaElement>(null)
  const busy = sending !== null
  const slot = draftSlot(viewer.id)
  useKeyboardHeight(form)
  const send = async () => {
    const posted = await sendDraft(uploadWords)
    // No navigation when the person has left this page meanwhile.
    if (posted && form.current) onPosted?.()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isSendKey(event.nativeEvent)) void send()
  }
  const append = (tag: string) => {
    changeDraft({ text: withTag(text, tag) ?? text })
    area.current?.focus()
  }
  const tags = hashtagsIn(text)
  return (
    <form
      ref={form}
      id={FORM_ID}
      aria-label="New post"
      className="flex flex-col gap-5 p-4 sm:px-5"
      onSubmit={submitted(send)}
    >
      <Author viewer={viewer} />
      <div className="flex flex-col gap-3">
        <WritingArea
          ref={area}
          flushing={sending === 'post'}
          aria-label="What have you been brewing?"
          placeholder="Top Crap Talk 💩"
          rows={6}
          autoFocus={focused}
          maxLength={LIMITS.postText}
          value={text}
          readOnly={busy}
          onChange={(event) => changeDraft({ text: event.target.value })}
          onKeyDown={onKeyDown}
        />
        {tags.length > 0 && <Chips tags={tags} />}
        <DraftParts slot={slot} withDial />
      </div>
      <SuggestedTags used={tags} fits={(tag) => withTag(text, tag) !== null} onPick={append} />
      <ExtrasFields disabled={busy} />
      <div className="flex flex-wrap items-center justify-end gap-4">
        <Tools form={form} area={area} slot={slot} />
        {!sendsInHead && <SendRow />}
      </div>
    </form>
  )
}

interface ToolsProps {
  form: RefObject<HTMLFormElement | null>
  area: RefObject<HTMLTextAreaElement | null>
  slot: string
}

/** On a phone they stand at the lower edge (ComposePage.css). */
const Tools = ({ form, area, slot }: ToolsProps) => {
  const busy = usePostDraft().sending !== null
  return (
    <div className="s-compose-tools">
      <PickButtons
        area={form}
        slot={slot}
        purpose="post"
        limits={PICKER_LIMITS}
        most={LIMITS.pictures}
        disabled={busy}
      />
      <EmojiButton area={area} disabled={busy} />
      <PollButton disabled={busy} />
      <DialButton disabled={busy} />
      <ExtrasToggles disabled={busy} />
    </div>
  )
}

/** The counter and the button. */
const SendRow = () => {
  const { text, sending } = usePostDraft()
  return (
    <div className="s-compose-send">
      <TextCounter length={text.length} most={LIMITS.postText} />
      <Button
        type="submit"
        form={FORM_ID}
        variant="primary"
        pending={sending !== null}
        pendingLabel={sending === 'media' ? 'Uploading...' : 'Flushing...'}
        disabled={!canFlush(text)}
      >
        Flush it 💩
      </Button>
    </div>
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
