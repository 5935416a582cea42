import { VOICE_MESSAGES } from '#contract/media.voice.ts'
import type { MediaView } from '#contract/media.ts'
import { VoicePlayer } from './VoicePlayer.tsx'

export interface VoiceMessageProps {
  media: MediaView
}

/** A voice message that the server has. */
export const VoiceMessage = ({ media }: VoiceMessageProps) =>
  media.state === 'failed' ? (
    <p className="s-player-failed">{VOICE_MESSAGES.failed}</p>
  ) : (
    <VoicePlayer
      src={media.state === 'ready' ? media.mediaUrl : null}
      seconds={media.duration ?? 0}
      peaks={media.peaks}
    />
  )
