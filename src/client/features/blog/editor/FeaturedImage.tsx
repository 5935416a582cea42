import { ImageUp, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { ACCEPTED } from '#contract/media.constants.ts'
import { sendFile } from '#client/features/media/data/send-file.ts'
import { errorMessageOf } from '#client/live/http.ts'
import { useWrite } from '#client/live/use-write.ts'
import { FileInput } from '#client/features/media/FileInput.tsx'
import { pictureRefusal } from '#client/features/people/profile/picture-rules.ts'
import { Button } from '#client/ui/Button.tsx'
import { FieldLegend } from '#client/ui/Field.tsx'
import { toast } from '#client/ui/toast.ts'

interface FeaturedImageProps {
  address: string | null
  onChange: (address: string | null) => void
}

/** The picture above an article. It is uploaded when it is chosen; the article refers to it when it is saved. */
export const FeaturedImage = ({ address, onChange }: FeaturedImageProps) => {
  const input = useRef<HTMLInputElement>(null)
  const { send, sending } = useSending(onChange)
  return (
    <fieldset className="flex flex-col gap-2">
      <FieldLegend>Featured image</FieldLegend>
      {address && <img className="s-article-image" src={address} alt="Featured" />}
      <div className="flex flex-wrap gap-2">
        <FileInput
          input={input}
          label="File for the featured image"
          accept={ACCEPTED.image}
          onFiles={([file]) => file && void send(file)}
        />
        <Button
          size="sm"
          icon={<ImageUp />}
          pending={sending}
          pendingLabel="Uploading..."
          onClick={() => input.current?.click()}
        >
          {address ? 'Change image' : 'Add image'}
        </Button>
        {address && (
          <Button size="sm" variant="ghost" icon={<Trash2 />} onClick={() => onChange(null)}>
            Remove image
          </Button>
        )}
      </div>
    </fieldset>
  )
}

function useSending(onSent: (address: string) => void) {
  const { pending, run } = useWrite()
  const send = async (file: File) => {
    const invalid = pictureRefusal(file)
    if (invalid) return toast({ variant: 'destructive', ...invalid })
    await run({
      write: async () => onSent((await sendFile(file, { purpose: 'blog', name: file.name })).mediaUrl),
      failed: (error) => ({
        title: 'Upload failed',
        description: `Failed to upload media: ${errorMessageOf(error)}`,
      }),
    })
  }
  return { send, sending: pending }
}
