import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import { LIMITS } from '#contract/limits.ts'
import type { ConversationView } from '#contract/messages.ts'
import { isVisible } from '#contract/text.ts'
import { CropPicture } from '#client/features/media/crop/CropPicture.tsx'
import { sendFile } from '#client/features/media/data/send-file.ts'
import { PictureButton } from '#client/features/media/PictureButton.tsx'
import { changeGroup } from '#client/features/messages/data/groups.actions.ts'
import { runWrite, useWrite } from '#client/live/use-write.ts'
import { Avatar } from '#client/ui/Avatar.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Input } from '#client/ui/Input.tsx'
import { submitted } from '#client/ui/submitted.ts'

interface GroupFaceProps {
  conversation: ConversationView
  onPick: (file: File) => void
}

/** Name and picture of a group; its admins change them. */
export const GroupFace = ({ conversation: { id, participants, group }, onPick }: GroupFaceProps) => {
  const face = participants[0]!
  const { run, pending } = useWrite()
  const [name, setName] = useState(face.displayName)
  const rename = () => run({ write: () => changeGroup(id, { name }), failed: 'Failed to rename the group' })
  const remove = () =>
    runWrite({ write: () => changeGroup(id, { pictureUrl: null }), failed: 'Failed to remove the picture' })
  return (
    <div className="flex items-center gap-4">
      <Avatar name={face.displayName} seed={face.handle} src={face.avatarUrl} size={64} />
      {group?.isAdmin ? (
        <form className="flex min-w-0 flex-1 flex-col gap-2" onSubmit={submitted(rename)}>
          <div className="flex gap-2">
            <Input
              className="min-w-0 flex-1"
              aria-label="Name of the group"
              maxLength={LIMITS.groupName}
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
            {name !== face.displayName && isVisible(name) && (
              <Button type="submit" pending={pending} pendingLabel="Renaming...">
                Rename
              </Button>
            )}
          </div>
          <div className="flex flex-wrap gap-2">
            <PictureButton fileLabel="File for the picture" onPick={onPick}>
              Choose a picture
            </PictureButton>
            {face.avatarUrl && (
              <Button size="sm" variant="ghost" icon={<ImageOff />} onClick={() => void remove()}>
                Remove
              </Button>
            )}
          </div>
        </form>
      ) : (
        <p dir="auto" className="min-w-0 flex-1 text-lg font-semibold">
          {face.displayName}
        </p>
      )}
    </div>
  )
}

interface CropFaceProps {
  groupId: string
  file: File | null
  onEnd: () => void
}

/** Crops a chosen picture, and gives it to the group. */
export const CropFace = ({ groupId, file, onEnd }: CropFaceProps) => {
  const give = async (blob: Blob) => {
    onEnd()
    await runWrite({
      write: async () => {
        const { mediaUrl } = await sendFile(blob, { purpose: 'avatar', name: 'picture' })
        await changeGroup(groupId, { pictureUrl: mediaUrl })
      },
      failed: 'Failed to change the picture',
    })
  }
  return (
    <CropPicture
      file={file}
      shape="group"
      name="the picture"
      onDone={(blob) => void give(blob)}
      onEnd={onEnd}
    />
  )
}
