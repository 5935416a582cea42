import { SendHorizontal, Square, Trash2, X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent, type Ref } from 'react'
import { VOICE } from '#contract/media.voice.ts'
import { cancelUpload, pickFile } from '#client/features/media/data/uploads.actions.ts'
import { dispatchUpload } from '#client/features/media/data/uploads.store.ts'
import { VoicePlayer } from '#client/features/media/voice/VoicePlayer.tsx'
import { minutesOf, Waveform } from '#client/features/media/voice/Waveform.tsx'
import { outgoingSlot } from '#client/features/messages/data/outbox-media.ts'
import { sendMessage, type SendOutcome } from '#client/features/messages/data/outbox.actions.ts'
import { IconButton } from '#client/ui/IconButton.tsx'
import { toast } from '#client/ui/toast.ts'
import { NoRecording, startRecording, type Recorder, type Recording } from './recorder.ts'
import './VoiceRecorder.css'
import { randomId } from '#client/ui/random-id.ts'

export interface VoiceRecorderProps {
  receiverId: string
  /** The seq of the message that it answers. */
  replyTo: () => number | undefined
  /** It waits in the outbox from now on. */
  onSent: (outcome: Promise<SendOutcome>) => void
  /** Sent or given up: the field is shown again. */
  onEnd: () => void
}

/** In place of the field: records, and sends at once or after the person has listened. */
export const VoiceRecorder = ({ receiverId, replyTo, onSent, onEnd }: VoiceRecorderProps) => {
  const { recorder, recording } = useRecording(onEnd)
  const onKeyDown = (event: KeyboardEvent) => {
    // What is recorded is not lost by a key.
    if (event.key === 'Escape' && !recording) onEnd()
  }
  const send = (done: Recording) => {
    const outcome = sendRecording(done, receiverId, replyTo())
    if (!outcome) return
    onSent(outcome)
    onEnd()
  }
  return (
    <div className="s-recorder" role="group" aria-label="New voice message" onKeyDown={onKeyDown}>
      <IconButton
        label={recording ? 'Discard recording' : 'Cancel recording'}
        icon={recording ? <Trash2 /> : <X />}
        onClick={onEnd}
      />
      {recording ? (
        <Review recording={recording} onSend={() => send(recording)} />
      ) : recorder ? (
        <UnderWay
          recorder={recorder}
          onSend={() => {
            recorder.stop()
            void recorder.recorded.then(send)
          }}
        />
      ) : (
        <p role="status" className="s-recorder-words">
          Waiting for your microphone
        </p>
      )}
    </div>
  )
}

/** Records from the first render to the end, or until the component is gone. */
function useRecording(onEnd: () => void) {
  const [recorder, setRecorder] = useState<Recorder | null>(null)
  const [recording, setRecording] = useState<Recording | null>(null)
  const giveUp = useEffectEvent((error: unknown) => {
    const description = error instanceof NoRecording ? error.message : ''
    toast({ variant: 'destructive', title: 'No recording', description })
    onEnd()
  })
  useEffect(() => {
    let started: Recorder | undefined
    let isGone = false
    const record = async () => {
      started = await startRecording()
      if (isGone) return started.cancel()
      setRecorder(started)
      setRecording(await started.recorded)
    }
    record().catch((error: unknown) => !isGone && giveUp(error))
    return () => {
      isGone = true
      started?.cancel()
    }
  }, [])
  return { recorder, recording }
}

/** Levels on screen. */
const SHOWN = 48
const DRAW_EVERY_MS = 100

const UnderWay = ({ recorder, onSend }: { recorder: Recorder; onSend: () => void }) => {
  const button = useRef<HTMLButtonElement>(null)
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    button.current?.focus()
    const timer = setInterval(() => {
      setSeconds(recorder.seconds())
      if (recorder.seconds() >= VOICE.seconds) recorder.stop()
    }, DRAW_EVERY_MS)
    return () => clearInterval(timer)
  }, [recorder])
  const levels = recorder.levels(SHOWN)
  const peaks = Array.from({ length: SHOWN }, (_, at) => 100 * (levels[at - SHOWN + levels.length] ?? 0))
  return (
    <>
      <span className="s-recorder-light" aria-hidden="true" />
      <span role="timer" className="tabular">
        {minutesOf(seconds)}
      </span>
      <Waveform peaks={peaks} played={1} />
      <span role="status" className="sr-only">
        Recording
      </span>
      <IconButton ref={button} label="Stop recording" icon={<Square />} onClick={() => recorder.stop()} />
      <SendButton onSend={onSend} />
    </>
  )
}

const Review = ({ recording, onSend }: { recording: Recording; onSend: () => void }) => {
  const { sound, seconds, peaks } = recording
  const [src, setSrc] = useState<string | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    button.current?.focus()
    const address = URL.createObjectURL(sound)
    setSrc(address)
    return () => URL.revokeObjectURL(address)
  }, [sound])
  return (
    <>
      <VoicePlayer src={src} seconds={seconds} peaks={peaks} />
      <SendButton ref={button} onSend={onSend} />
    </>
  )
}

interface SendButtonProps {
  ref?: Ref<HTMLButtonElement>
  onSend: () => void
}

const SendButton = ({ ref, onSend }: SendButtonProps) => (
  <IconButton
    ref={ref}
    label="Send voice message"
    icon={<SendHorizontal />}
    variant="primary"
    onClick={onSend}
  />
)

/** Gives a recording to the outbox. Null when the browser cannot keep it: a toast has said so. */
function sendRecording(
  { sound, seconds, peaks }: Recording,
  receiverId: string,
  replyTo: number | undefined,
): Promise<SendOutcome> | null {
  const file = new File([sound], 'Voice message', { type: sound.type })
  const { id } = pickFile(`voice:${randomId()}`, 'message', 'audio', file)
  const { kept, outcome } = sendMessage({
    clientId: randomId(),
    receiverId,
    content: '',
    files: [{ id, altText: null, voice: { seconds, peaks } }],
    replyTo,
  })
  if (kept) {
    dispatchUpload(id, { type: 'moved', slot: outgoingSlot(id) })
    return outcome
  }
  cancelUpload(id)
  toast({
    variant: 'destructive',
    title: 'Failed to send message',
    description: 'We cannot save the recording: the storage of this browser is full or switched off.',
  })
  return null
}
