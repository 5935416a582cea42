import { Ban, Ellipsis, Link as LinkIcon, Pencil, Trash2, VolumeX } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useHoldDrops } from '#client/entities/posts/drops-hold.store.ts'
import { refreshPost } from '#client/entities/posts/posts.sync.ts'
import type { ShownPost } from '#client/entities/posts/shown-post.ts'
import { useViewer } from '#client/entities/viewer/viewer.store.ts'
import { AlertDialog } from '#client/ui/AlertDialog.tsx'
import { IconButton } from '#client/ui/IconButton.tsx'
import { Menu } from '#client/ui/Menu.tsx'
import type { MenuEntry } from '#client/ui/Menu.tsx'
import { late, useLate } from '#client/ui/late.ts'
import type { EditPostDialogProps } from './EditPostDialog.tsx'
import { copyLink, hide, removePost } from './post-actions.ts'

const editor = late<EditPostDialogProps>(async () => (await import('./EditPostDialog.tsx')).EditPostDialog)

type Asking = 'edit' | 'delete' | 'block' | null

interface PostMenuProps {
  post: ShownPost
  /** The post has left the screen by what was done here. */
  onGone?: (() => void) | undefined
}

/** What can be done with a post, as the server allows it (DECISIONS row 10). */
export const PostMenu = ({ post, onGone }: PostMenuProps) => {
  const [open, setOpen] = useState(false)
  const [asking, setAsking] = useState<Asking>(null)
  useHoldDrops(open || asking !== null)
  useKnownPermissions(post, open)
  const entries = useEntries(post, setAsking)
  const Editor = useLate(editor, asking === 'edit', () => setAsking(null))
  return (
    <>
      <Menu
        trigger={<IconButton size="sm" label="Post options" icon={<Ellipsis />} tooltip={false} disabled={post.sending} />}
        items={entries}
        onOpenChange={setOpen}
      />
      {Editor && <Editor post={post} open={asking === 'edit'} onClose={() => setAsking(null)} />}
      <Confirm post={post} asking={asking} onClose={() => setAsking(null)} onGone={onGone} />
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
  const isOther = viewer !== null && viewer.id !== post.authorId
  const { handle } = post.author
  const entries: (MenuEntry | false | undefined)[] = [
    { label: 'Copy link', icon: <LinkIcon />, onSelect: () => void copyLink(post) },
    post.can?.edit && { label: 'Edit', icon: <Pencil />, onSelect: () => ask('edit') },
    isOther && 'separator',
    isOther && { label: `Mute @${handle}`, icon: <VolumeX />, onSelect: () => void hide(post, 'mute') },
    isOther && { label: `Block @${handle}`, icon: <Ban />, onSelect: () => ask('block') },
    post.can?.delete && 'separator',
    post.can?.delete && { label: 'Delete', icon: <Trash2 />, tone: 'danger', onSelect: () => ask('delete') },
  ]
  return entries.filter((entry) => entry !== false && entry !== undefined)
}

const Confirm = ({ post, asking, onClose, onGone }: PostMenuProps & { asking: Asking; onClose: () => void }) => {
  const [pending, setPending] = useState(false)
  const run = async (work: () => Promise<boolean>) => {
    setPending(true)
    const gone = await work()
    setPending(false)
    onClose()
    if (gone) onGone?.()
  }
  const shared = { pending, onOpenChange: (open: boolean) => !open && onClose() }
  return (
    <>
      <AlertDialog
        {...shared}
        open={asking === 'delete'}
        title="Delete this post?"
        description="It goes down the drain for good, with its reactions and comments."
        confirmLabel="Delete"
        pendingLabel="Deleting..."
        onConfirm={() => void run(() => removePost(post))}
      />
      <AlertDialog
        {...shared}
        open={asking === 'block'}
        title={`Block @${post.author.handle}?`}
        description="Neither of you will meet what the other writes, and neither can message or follow the other."
        confirmLabel="Block"
        pendingLabel="Blocking..."
        onConfirm={() => void run(() => hide(post, 'block'))}
      />
    </>
  )
}
