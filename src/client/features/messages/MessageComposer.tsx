import { Mic, SendHorizontal } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { LIMITS } from '#contract/limits.ts'
import { isVisible } from '#contract/text.ts'
import type { ActorView } from '#contract/people.ts'
import { dispatchUpload, uploadsIn, useUploadsIn } from '#client/features/media/data/uploads.store.ts'
import { messageDraftKey } from '#client/features/messages/data/drafts.ts'
import { chooseEdit, endEdit, lastEditable, useEdited } from '#client/features/messages/data/edits.store.ts'
import { takeReturned, useJustSent } from '#client/features/messages/data/just-sent.store.ts'
import { outgoingSlot } from '#client/features/messages/data/outbox-media.ts'
import { sendMessage, toastNotSent, type SendOutcome } from '#client/features/messages/data/outbox.actions.ts'
import { chosenReply, endReply } from '#client/features/messages/data/replies.store.ts'
import { sendTyping } from '#client/features/messages/data/signals.store.ts'
import { PickButtons } from '#client/features/media/PickButtons.tsx'
import { PICKER_LIMITS } from '#client/features/media/picker-rules.ts'
import { useStoredText } from '#client/features/writing/useStoredText.ts'
import { WritingArea } from '#client/features/writing/WritingArea.tsx'
import { IconButton } from '#client/ui/IconButton.tsx'
import { lazyComponent, useLazy } from '#client/ui/lazy-component.ts'
import { toast } from '#client/ui/toast.ts'
import type { EditComposerProps } from './EditComposer.tsx'
import { DraftExtras, linkOfMessage } from './DraftExtras.tsx'
import { focusComposer } from './focus-composer.ts'
import { ChosenReply } from './Quoted.tsx'
import type { ThreadPeople } from './thread-people.ts'
import { useVoiceRecorder } from './voice/useVoiceRecorder.tsx'
import { isSendEnter } from '#client/ui/composing.ts'
import { randomId } from '#client/ui/random-id.ts'
import { submitted } from '#client/ui/submitted.ts'

const editor = lazyComponent<EditComposerProps>(async () => (await import('./EditComposer.tsx')).EditComposer)

interface MessageComposerProps {
  viewerId: string
  person: ActorView
  conversationId: string | null
  people: ThreadPeople
}

/**
 * Sends text, a video or up to four pictures, or both. Enter sends, Shift+Enter breaks the line; on a
 * touch keyboard Enter breaks it too. A blank message is not sent (product section 5).
 */
export const MessageComposer = ({ viewerId, person, conversationId, people }: MessageComposerProps) => {
  const form = useRef<HTMLFormElement>(null)
  const draft = useMessageDraft(viewerId, person.id, conversationId)
  const { slot, text, setText, canSend, send } = draft
  const editing = useEditing(conversationId)
  const { recording, record, preload } = useVoiceRecorder(draft, person.id, conversationId)
  const onKeyDown = (event: KeyboardEvent) => {
    const last =
      event.key === 'ArrowUp' && text === '' && conversationId && lastEditable(conversationId, viewerId)
    if (last) {
      event.preventDefault()
      return chooseEdit(last)
    }
    if (!isSendEnter(event.nativeEvent)) return
    event.preventDefault()
    send()
  }
  return (
    <>
      {recording ?? editing}
      <form
        ref={form}
        className="s-thread-composer"
        hidden={editing !== null || recording !== null}
        onSubmit={submitted(send)}
      >
        {conversationId && (
          <ChosenReply
            conversationId={conversationId}
            nameOf={people.nameOf}
            viewerId={viewerId}
            onEnd={focusComposer}
          />
        )}
        <DraftExtras {...draft} />
        <PickButtons
          area={form}
          slot={slot}
          purpose="message"
          limits={PICKER_LIMITS}
          most={LIMITS.pictures}
          disabled={false}
          folded
        />
        <WritingArea
          withEmoji
          nearest={people.members}
          aria-label={`Message to ${person.displayName}`}
          placeholder="Write a message"
          rows={1}
          maxRows={6}
          maxLength={LIMITS.message}
          dir="auto"
          value={text}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            setText(event.target.value)
            if (conversationId && event.target.value) sendTyping(conversationId)
          }}
        />
        <SendButtons canSend={canSend} onRecord={record} onPreload={preload} />
      </form>
    </>
  )
}

interface SendButtonsProps {
  canSend: boolean
  onRecord: () => void
  onPreload: () => void
}

/** A voice message takes the place of an empty one. */
const SendButtons = ({ canSend, onRecord, onPreload }: SendButtonsProps) => (
  <span className="s-thread-send">
    {!canSend && (
      <IconButton
        label="Record a voice message"
        icon={<Mic />}
        onPointerEnter={onPreload}
        onClick={onRecord}
      />
    )}
    <IconButton
      type="submit"
      variant="primary"
      label="Send message"
      icon={<SendHorizontal />}
      disabled={!canSend}
    />
  </span>
)

/** The form that edits a message, if one is chosen. The draft waits behind it. */
function useEditing(conversationId: string | null): ReactNode {
  const message = useEdited(conversationId)
  const Editor = useLazy(editor, message !== undefined, () => {
    if (conversationId) endEdit(conversationId)
  })
  return message && Editor ? <Editor key={message.id} message={message} /> : null
}

/**
 * The draft to one person, and the function that sends it. Not `useWrite`: the outbox sends, and the next message
 * may be written while this one is on its way.
 */
function useMessageDraft(viewerId: string, personId: string, conversationId: string | null) {
  const slot = `message:${viewerId}:${personId}`
  const [text, setText] = useDraft(viewerId, personId)
  const { altTexts, setAltText, clearAltTexts } = useAltTexts(viewerId, personId)
  const [hiddenLink, setHiddenLink] = useState('')
  const hasFiles = useUploadsIn(slot).length > 0
  const shown = useRef(true)
  useEffect(() => {
    shown.current = true
    return () => void (shown.current = false)
  }, [])
  useReturnedWords(personId, text, setText)
  const latest = useRef(text)
  useEffect(() => {
    latest.current = text
  }, [text])
  // A message that the browser could not store stays in the field until the server has it. Its clientId makes
  // a second try the same message.
  const unkept = useRef<{ content: string; clientId: string; isUnderWay: boolean } | null>(null)
  const clear = () => {
    setText('')
    clearAltTexts()
    setHiddenLink('')
    if (conversationId) endReply(conversationId)
  }
  const send = () => {
    const uploads = uploadsIn(slot)
    if (unkept.current?.isUnderWay || (!isVisible(text) && uploads.length === 0)) return
    const files = uploads.map(({ id }) => {
      const words = altTexts[id] ?? ''
      return { id, altText: isVisible(words) ? words.trim() : null }
    })
    const isHidden = hiddenLink !== '' && linkOfMessage(text) === hiddenLink
    const content = text.trim()
    const clientId = unkept.current?.content === content ? unkept.current.clientId : randomId()
    const replyTo = conversationId ? chosenReply(conversationId)?.seq : undefined
    const { kept, outcome } = sendMessage({
      clientId,
      receiverId: personId,
      content,
      replyTo,
      ...(files.length > 0 && { files }),
      ...(isHidden && { hidePreview: true }),
    })
    unkept.current = kept ? null : { content, clientId, isUnderWay: true }
    // The files move to the bubble; others can be picked.
    if (kept) for (const { id } of files) dispatchUpload(id, { type: 'moved', slot: outgoingSlot(id) })
    if (kept) clear()
    void outcome.then((end) => {
      if (unkept.current?.clientId === clientId)
        unkept.current = end.ok ? null : { content, clientId, isUnderWay: false }
      if (!kept && end.ok && latest.current.trim() === content) clear()
      toastOutcome(end, shown.current)
    })
  }
  return {
    slot,
    text,
    setText,
    altTexts,
    setAltText,
    hiddenLink,
    setHiddenLink,
    canSend: isVisible(text) || hasFiles,
    send,
    noteSent: (outcome: Promise<SendOutcome>) => void outcome.then((end) => toastOutcome(end, shown.current)),
  }
}

export type MessageDraft = ReturnType<typeof useMessageDraft>

/** The alt texts of the draft's pictures by the id of their upload, stored in the browser. */
function useAltTexts(viewerId: string, personId: string) {
  const [stored, setStored] = useDraft(viewerId, `${personId}:alts`)
  const altTexts = useMemo(() => altTextsIn(stored), [stored])
  const setAltText = (id: string, words: string) => setStored(JSON.stringify({ ...altTexts, [id]: words }))
  return { altTexts, setAltText, clearAltTexts: () => setStored('') }
}

function altTextsIn(stored: string): Readonly<Record<string, string>> {
  try {
    const kept: unknown = JSON.parse(stored || '{}')
    return Object.fromEntries(Object.entries(kept ?? {}).filter(([, words]) => typeof words === 'string'))
  } catch {
    return {} // half-written by a crash
  }
}

/** The words of a message that was taken back stand in the field again, before those that are there. */
function useReturnedWords(personId: string, text: string, setText: (text: string) => void): void {
  const returned = useJustSent((state) => (state.returned?.personId === personId ? state.returned : null))
  useEffect(() => {
    if (!returned) return
    takeReturned()
    setText(text === '' ? returned.content : `${returned.content}\n${text}`)
  }, [returned, text, setText])
}

// The open thread shows the bubble. When it was left meanwhile, a toast tells the result.
function toastOutcome(outcome: SendOutcome, threadShown: boolean): void {
  if (!outcome.ok) toastNotSent(outcome)
  else if (!threadShown) toast({ title: 'Message sent', description: 'Your message has been delivered.' })
}

/** The unsent text to this person, stored in the browser. */
const useDraft = (viewerId: string, personId: string): [string, (text: string) => void] =>
  useStoredText(messageDraftKey(viewerId, personId))
