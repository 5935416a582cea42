import { Film, Image, Mic, X } from 'lucide-react'
import { useLayoutEffect } from 'react'
import type { Upload } from '#client/features/media/data/upload-state.ts'
import { cancelUpload } from '#client/features/media/data/uploads.actions.ts'
import { useUploadsElsewhere } from '#client/features/media/data/uploads.store.ts'
import { Link } from '#client/ui/Link.tsx'
import { IconButton } from '#client/ui/IconButton.tsx'
import { UploadProgress } from './UploadProgress.tsx'
import './UploadTray.css'

/** Uploads that no draft on screen shows. They stay here until they are done. */
export const UploadTray = () => {
  const uploads = useUploadsElsewhere()
  useRoomForTray(uploads.length > 0)
  if (uploads.length === 0) return null
  return (
    <section aria-label="Uploads" className="s-tray">
      <ul>
        {uploads.map((upload) => (
          <Row key={upload.id} upload={upload} />
        ))}
      </ul>
    </section>
  )
}

/** Toasts stand beside it. Not by :has(), which would be looked up at every change of the page. */
const useRoomForTray = (isShown: boolean): void =>
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    if (isShown) dataset['tray'] = ''
    return () => void delete dataset['tray']
  }, [isShown])

const Row = ({ upload }: { upload: Upload }) => {
  const { slot, kind, name, phase } = upload
  const draft = draftAt(slot)
  const Icon = ICONS[kind]
  return (
    <li className="s-tray-row">
      <Icon aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="one-line text-sm font-semibold">{draft ? <Link to={draft}>{name}</Link> : name}</p>
        {phase === 'ready' ? (
          <p className="text-sm text-live-ink">Ready</p>
        ) : (
          <UploadProgress upload={upload} bare />
        )}
      </div>
      <IconButton
        label={slot === null ? 'Dismiss' : 'Cancel upload'}
        icon={<X />}
        size="sm"
        onClick={() => cancelUpload(upload.id)}
      />
    </li>
  )
}

const ICONS = { image: Image, video: Film, audio: Mic } as const

/** The page with the draft of a slot. */
const draftAt = (slot: string | null): string | null => {
  const [kind, , personId] = slot?.split(':') ?? []
  if (kind === 'message') return `/messages?user=${personId ?? ''}`
  return kind === 'post' ? '/compose' : null
}
