import { useEffect } from 'react'
import { outgoingSlot } from '#client/features/messages/data/outbox.media.ts'
import { previewOf, showSlot, useUploadIn } from '#client/features/media/data/uploads.store.ts'
import { UploadProgress } from '#client/features/media/UploadProgress.tsx'

/** The file of a message while it is on its way: as it was picked, and how far it is. */
export const OutgoingFile = ({ uploadId }: { uploadId: string }) => {
  const slot = outgoingSlot(uploadId)
  const upload = useUploadIn(slot)
  useEffect(() => showSlot(slot), [slot])
  if (!upload) return null
  const address = previewOf(uploadId)
  return (
    <div className="rf-outgoing-file">
      {upload.kind === 'video' ? (
        <video src={address} muted playsInline preload="metadata" />
      ) : (
        <img src={address} alt={upload.name} />
      )}
      {upload.phase !== 'failed' && <UploadProgress upload={upload} />}
    </div>
  )
}
