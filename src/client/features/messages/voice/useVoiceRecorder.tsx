import { useState, type ReactNode } from 'react'
import { chosenReply, endReply } from '#client/features/messages/data/replies.store.ts'
import { focusComposer } from '#client/features/messages/focus-composer.ts'
import type { MessageDraft } from '#client/features/messages/MessageComposer.tsx'
import { lazyComponent, useLazy } from '#client/ui/lazy-component.ts'
import type { VoiceRecorderProps } from './VoiceRecorder.tsx'

const recorder = lazyComponent<VoiceRecorderProps>(
  async () => (await import('./VoiceRecorder.tsx')).VoiceRecorder,
)

interface VoiceRecording {
  /** The recorder, while it is open. */
  recording: ReactNode
  record: () => void
  preload: () => void
}

/** The recorder in place of the field. The draft waits behind it. */
export function useVoiceRecorder(
  { noteSent }: MessageDraft,
  receiverId: string,
  conversationId: string | null,
): VoiceRecording {
  const [isOpen, setOpen] = useState(false)
  const Recorder = useLazy(recorder, isOpen, () => setOpen(false))
  const end = () => {
    setOpen(false)
    // After the field is shown again.
    requestAnimationFrame(focusComposer)
  }
  const recording =
    isOpen && Recorder ? (
      <Recorder
        receiverId={receiverId}
        replyTo={() => (conversationId ? chosenReply(conversationId)?.seq : undefined)}
        onSent={(outcome) => {
          if (conversationId) endReply(conversationId)
          noteSent(outcome)
        }}
        onEnd={end}
      />
    ) : null
  return { recording, record: () => setOpen(true), preload: () => void recorder.preload() }
}
