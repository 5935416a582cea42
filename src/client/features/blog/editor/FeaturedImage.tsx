import { Trash2 } from 'lucide-react'
import { sendFile } from '#client/features/media/data/send-file.ts'
import { PictureButton } from '#client/features/media/PictureButton.tsx'
import { errorMessageOf } from '#client/live/http.ts'
import { useWrite } from '#client/live/use-write.ts'
import { Button } from '#client/ui/Button.tsx'
import { FieldLegend } from '#client/ui/Field.tsx'

interface FeaturedImageProps {
  address: string | null
  onChange: (address: string | null) => void
}

/** The picture above an article. It is uploaded when it is chosen; the article refers to it when it is saved. */
export const FeaturedImage = ({ address, onChange }: FeaturedImageProps) => {
  const { pending, run } = useWrite()
  const send = (file: File) =>
    run({
      write: async () => onChange((await sendFile(file, { purpose: 'blog', name: file.name })).mediaUrl),
      failed: (error) => ({
        title: 'Upload failed',
        description: `Failed to upload media: ${errorMessageOf(error)}`,
      }),
    })
  return (
    <fieldset className="flex flex-col gap-2">
      <FieldLegend>Featured image</FieldLegend>
      {address && <img className="s-article-image" src={address} alt="Featured" />}
      <div className="flex flex-wrap gap-2">
        <PictureButton
          fileLabel="File for the featured image"
          pending={pending}
          pendingLabel="Uploading..."
          onPick={(file) => void send(file)}
        >
          {address ? 'Change image' : 'Add image'}
        </PictureButton>
        {address && (
          <Button size="sm" variant="ghost" icon={<Trash2 />} onClick={() => onChange(null)}>
            Remove image
          </Button>
        )}
      </div>
    </fieldset>
  )
}
