import {
  Ban,
  Bookmark,
  BookmarkMinus,
  Droplets,
  EyeOff,
  Flag,
  Link as LinkIcon,
  Pencil,
  Trash2,
  Users,
  VolumeX,
} from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import {
  isBookmarked,
  setBookmarked,
  loadBookmark,
  useBookmarked,
} from '#client/features/posts/data/bookmarks/bookmarks.store.ts'
import { usePauseDrops } from '#client/features/posts/data/drops-pause.store.ts'
import { refreshPost } from '#client/features/posts/data/open-posts.ts'
import type { ShownPost } from '#client/features/posts/data/shown-post.ts'
import { currentViewer, useViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { BlockDialog } from '#client/features/people/relations/BlockDialog.tsx'
import { hidePerson } from '#client/features/people/relations/hide-person.ts'
import { ReportForm, mayReport } from '#client/features/moderation/report/Report.tsx'
import { runWrite, useWrite } from '#client/live/use-write.ts'
import { AlertDialog } from '#client/ui/AlertDialog.tsx'
import type { MenuEntry } from '#client/ui/Menu.tsx'
import { lazyComponent, useLazy } from '#client/ui/lazy-component.ts'
import type { CrowdControlDialogProps } from '#client/features/notifications/crowd-control/CrowdControlDialog.tsx'
import type { EditPostDialogProps } from './EditPostDialog.tsx'
import type { PostDialog, PostMenuProps } from './PostMenu.tsx'
import { deleteOwn, deleteWrite, toggleNsfw } from './post-menu-actions.ts'
import { copyPostLink } from './share-actions.ts'
import { whoReacted } from './who-reacted.ts'

const editor = lazyComponent<EditPostDialogProps>(
  async () => (await import('./EditPostDialog.tsx')).EditPostDialog,
)

const crowdControlDialog = lazyComponent<CrowdControlDialogProps>(
  async () =>
    (await import('#client/features/notifications/crowd-control/CrowdControlDialog.tsx')).CrowdControlDialog,
)

export interface PostDialogsProps extends PostMenuProps {
  menuOpen: boolean
  dialog: PostDialog | null
  onClose: () => void
  /** It is known whether the viewer keeps the post: the menu shows it. */
  onKnown: () => void
}

/** What the menu of a post opens. Mounted from the menu's first opening on. */
export const PostDialogs = ({ post, menuOpen, dialog, onClose, onGone, onKnown }: PostDialogsProps) => {
  usePauseDrops(menuOpen || dialog !== null)
  useKnownBookmark(post, menuOpen, onKnown)
  useKnownPermissions(post, menuOpen)
  const Editor = useLazy(editor, dialog === 'edit', onClose)
  const CrowdControl = useLazy(crowdControlDialog, dialog === 'crowd-control', onClose)
  const Reactors = useLazy(whoReacted, dialog === 'reactors', onClose)
  return (
    <>
      {Reactors && <Reactors post={post} open={dialog === 'reactors'} onClose={onClose} />}
      {Editor && <Editor post={post} open={dialog === 'edit'} onClose={onClose} />}
      {CrowdControl && dialog === 'crowd-control' && <CrowdControl post={post} open onClose={onClose} />}
      <ReportForm
        reported={{ type: 'post', id: post.id, name: 'this post' }}
        open={dialog === 'report'}
        onClose={onClose}
      />
      <DeleteDialog post={post} open={dialog === 'delete'} onClose={onClose} onGone={onGone} />
      <BlockDialog
        person={{ id: post.authorId, handle: post.author.handle }}
        open={dialog === 'block'}
        onClose={onClose}
        onBlocked={onGone}
      />
    </>
  )
}

/** A pushed post carries no permissions of the viewer: they are fetched while the menu is open. */
function useKnownPermissions({ id, can }: ShownPost, open: boolean): void {
  const signedIn = useViewer() !== null
  const unknown = open && signedIn && can === null
  useEffect(() => {
    // Without an answer the entries stay hidden; opening the menu again asks again.
    if (unknown) refreshPost(id).catch(() => undefined)
  }, [id, unknown])
}

/** Whether the viewer keeps the post is fetched when the menu opens, and pushed from then on. */
function useKnownBookmark({ id }: ShownPost, open: boolean, onKnown: () => void): void {
  const signedIn = useViewer() !== null
  const kept = useBookmarked(id)
  const isUnknown = open && signedIn && kept === undefined
  const tell = useEffectEvent(onKnown)
  useEffect(() => {
    // Without an answer the entry offers to keep it, which changes nothing for a kept post.
    if (isUnknown) loadBookmark(id).catch(() => undefined)
  }, [id, isUnknown])
  useEffect(() => tell(), [kept])
}

const bookmark = (id: string, kept: boolean) =>
  void runWrite({
    write: () => setBookmarked(id, kept),
    done: kept ? 'Kept for later' : 'No longer kept',
    failed: kept ? 'Failed to keep the post' : 'Failed to remove the post from Kept',
  })

/** What can be done with a post, as the server allows it (DECISIONS row 10). */
export function postMenuItems(
  post: ShownPost,
  ask: (dialog: PostDialog) => void,
  onGone: (() => void) | undefined,
): MenuEntry[] {
  const viewer = currentViewer()
  const isOwn = viewer?.id === post.authorId
  const isOther = viewer !== null && !isOwn
  const { handle } = post.author
  const kept = isBookmarked(post.id) === true
  const entries: (MenuEntry | false | undefined)[] = [
    { label: 'Copy link', icon: <LinkIcon />, onSelect: () => void copyPostLink(post) },
    viewer !== null && {
      label: kept ? 'Remove from Kept' : 'Keep for later',
      icon: kept ? <BookmarkMinus /> : <Bookmark />,
      onSelect: () => bookmark(post.id, !kept),
    },
    post._count.reactions > 0 && {
      label: 'Who reacted',
      icon: <Users />,
      onSelect: () => ask('reactors'),
    },
    post.can?.edit && { label: 'Edit', icon: <Pencil />, onSelect: () => ask('edit') },
    isOwn && { label: 'Plunger Mode', icon: <Droplets />, onSelect: () => ask('crowd-control') },
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
    post.can?.delete && {
      label: 'Delete',
      icon: <Trash2 />,
      tone: 'danger',
      // What an admin deletes cannot be brought back.
      onSelect: () => (isOwn ? void deleteOwn(post, onGone) : ask('delete')),
    },
  ]
  return entries.filter((entry) => entry !== false && entry !== undefined)
}

const DeleteDialog = ({
  post,
  open,
  onClose,
  onGone,
}: PostMenuProps & { open: boolean; onClose: () => void }) => {
  const { pending, run } = useWrite()
  const remove = async () => {
    const deleted = await run(deleteWrite(post))
    onClose()
    if (deleted) onGone?.()
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
