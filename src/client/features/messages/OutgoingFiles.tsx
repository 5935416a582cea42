import { useEffect } from 'react'
import { previewOf, showSlot, useUploadIn } from '#client/features/media/data/uploads.store.ts'
import { AttachedMedia } from '#client/features/media/MediaBox.tsx'
import { VoicePlayer } from '#client/features/media/voice/VoicePlayer.tsx'
import { UploadProgress } from '#client/features/media/UploadProgress.tsx'
import { outgoingSlot } from '#client/features/messages/data/outbox-media.ts'
import type { OutgoingFile } from '#client/features/messages/data/outbox.store.ts'

export interface OutgoingFilesProps {
  files: readonly OutgoingFile[]
}

/** The files of a message that is not sent yet: with their progress until the server has them all. */
export const OutgoingFiles = ({ files }: OutgoingFilesProps) => {
  const [file] = files
  if (file?.voice) return <VoiceOnItsWay file={file} voice={file.voice} />
  const arrived = files.flatMap(({ view, altText }) => (view ? { media: view, altText } : []))
  const [first, ...others] = arrived
  if (first && arrived.length === files.length) {
    const { mediaUrl, mediaType } = first.media
    return (
      <AttachedMedia
        {...{ mediaUrl, mediaType, ...first }}
        {...(others.length > 0 && { morePictures: others })}
      />
    )
  }
  const rows = files.map(({ id }) => <FileOnItsWay key={id} uploadId={id} />)
  return files.length > 1 ? (
    <div className="s-pictures" data-count={files.length}>
      {rows}
    </div>
  ) : (
    rows
  )
}

interface VoiceOnItsWayProps {
  file: OutgoingFile
  voice: NonNullable<OutgoingFile['voice']>
}

const VoiceOnItsWay = ({ file: { id, view }, voice }: VoiceOnItsWayProps) => {
  const slot = outgoingSlot(id)
  const upload = useUploadIn(slot)
  useEffect(() => showSlot(slot), [slot])
  const src = previewOf(id) ?? (view?.state === 'ready' ? view.mediaUrl : null)
  return (
    <>
      <VoicePlayer src={src} {...voice} />
      {upload && upload.phase !== 'failed' && <UploadProgress upload={upload} bare />}
    </>
  )
}

const FileOnItsWay = ({ uploadId }: { uploadId: string }) => {
  const slot = outgoingSlot(uploadId)
  const upload = useUploadIn(slot)
  useEffect(() => showSlot(slot), [slot])
  if (!upload) return null
  const address = previewOf(uploadId)
  return (
    <div className="s-outgoing-file">
      {upload.kind === 'video' ? (
        <video src={address} muted playsInline preload="metadata" />
      ) : (
        <img src={address} alt={upload.name} />
      )}
      {upload.phase !== 'failed' && <UploadProgress upload={upload} />}
    </div>
  )
}
