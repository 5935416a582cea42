import { Ban, EyeOff, Flag, Link as LinkIcon, Pencil, Trash2, VolumeX } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useHoldDrops } from '#client/features/posts/data/drops-hold.store.ts'
import { refreshPost } from '#client/features/posts/data/posts.sync.ts'
import type { ShownPost } from '#client/features/posts/data/shown-post.ts'
import { useViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { BlockDialog } from '#client/features/people/relations/BlockDialog.tsx'
import { hidePerson } from '#client/features/people/relations/hide-person.ts'
import { Report, mayReport } from '#client/features/moderation/report/Report.tsx'
import { AlertDialog } from '#client/ui/AlertDialog.tsx'
import { Menu } from '#client/ui/Menu.tsx'
import type { MenuEntry } from '#client/ui/Menu.tsx'
import { late, useLate } from '#client/ui/late.ts'
import type { EditPostDialogProps } from './EditPostDialog.tsx'
import type { PostMenuProps } from './PostMenu.tsx'
import { PostMenuButton } from './PostMenuButton.tsx'
import { removePost, toggleNsfw } from './post-menu-actions.ts'
import { copyLink } from './share-actions.ts'

const editor = late<EditPostDialogProps>(async () => (await import('./EditPostDialog.tsx')).EditPostDialog)

type Asking = 'edit' | 'delete' | 'block' | 'report' | null

/**
 * The post menu from its first opening on: what can be done with a post, as the server allows it (DECISIONS
 * row 10).
 */
export const OpenedPostMenu = ({ post, onGone }: PostMenuProps) => {
  const [open, setOpen] = useState(false)
  const [asking, setAsking] = useState<Asking>(null)
  useHoldDrops(open || asking !== null)
  useKnownPermissions(post, open)
  const close = () => setAsking(null)
  const entries = useEntries(post, setAsking)
  const Editor = useLate(editor, asking === 'edit', close)
  return (
    <>
      <Menu
        trigger={<PostMenuButton disabled={post.sending} />}
        startsOpen
        items={entries}
        onOpenChange={setOpen}
      />
      {Editor && <Editor post={post} open={asking === 'edit'} onClose={close} />}
      <Report
        reported={{ type: 'post', id: post.id, name: 'this post' }}
        open={asking === 'report'}
        onClose={close}
      />
      <DeleteDialog post={post} open={asking === 'delete'} onClose={close} onGone={onGone} />
      <BlockDialog
        person={{ id: post.authorId, handle: post.author.handle }}
        open={asking === 'block'}
        onClose={close}
        onBlocked={onGone}
      />
    </>
  )
}

/** A post that came by a push says nothing about the viewer; the open menu asks. */
function useKnownPermissions({ id, can }: ShownPost, open: boolean): void {
  const signedIn = useViewer() !== null
  const unknown = open && signedIn && can === null
  useEffect(() => {
    // What cannot be asked is not offered; opening the menu again asks again.
    if (unknown) refreshPost(id).catch(() => undefined)
  }, [id, unknown])
}

function useEntries(post: ShownPost, ask: (asking: Asking) => void): MenuEntry[] {
  const viewer = useViewer()
  const isOwn = viewer?.id === post.authorId
  const isOther = viewer !== null && !isOwn
  const { handle } = post.author
  const entries: (MenuEntry | false | undefined)[] = [
    { label: 'Copy link', icon: <LinkIcon />, onSelect: () => void copyLink(post) },
    post.can?.edit && { label: 'Edit', icon: <Pencil />, onSelect: () => ask('edit') },
    !isOwn && { label: 'Report', icon: <Flag />, onSelect: () => mayReport() && ask('report') },
    isOther && 'separator',
    isOther && {
      label: `Mute @${handle}`,
      icon: <VolumeX />,
      onSelect: () => void hidePerson({ id: post.authorId, handle }, 'mute'),
    },
    isOther && { label: `Block @${handle}`, icon: <Ban />, onSelect: () => ask('block') },
    post.can?.delete && 'separator',
    post.can?.moderate && {
      label: post.nsfw ? 'Take NSFW off' : 'Mark as NSFW',
      icon: <EyeOff />,
      onSelect: () => void toggleNsfw(post),
    },
    post.can?.delete && { label: 'Delete', icon: <Trash2 />, tone: 'danger', onSelect: () => ask('delete') },
  ]
  return entries.filter((entry) => entry !== false && entry !== undefined)
}

const DeleteDialog = ({
  post,
  open,
  onClose,
  onGone,
}: PostMenuProps & { open: boolean; onClose: () => void }) => {
  const [pending, setPending] = useState(false)
  const remove = async () => {
    setPending(true)
    const gone = await removePost(post)
    setPending(false)
    onClose()
    if (gone) onGone?.()
  }
  return (
    <AlertDialog
      open={open}
      onOpenChange={(stays) => !stays && onClose()}
      title="Delete this post?"
      description="It goes down the drain for good, with its reactions and comments."
      confirmLabel="Delete"
      pending={pending}
      pendingLabel="Deleting..."
      onConfirm={() => void remove()}
    />
  )
}
