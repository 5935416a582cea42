import { Ellipsis } from 'lucide-react'
import { useCallback, useState } from 'react'
import type { ShownPost } from '#client/features/posts/data/shown-post.ts'
import { IconButton } from '#client/ui/IconButton.tsx'
import { Menu } from '#client/ui/Menu.tsx'
import { lazyComponent, useLazy } from '#client/ui/lazy-component.ts'
import type { PostDialogsProps } from './PostMenuItems.tsx'

export interface PostMenuProps {
  post: ShownPost
  /** Called when an action here has removed the post from the screen. */
  onGone?: (() => void) | undefined
}

/** What the viewer chose and has to confirm or fill in, in a dialog. */
export type PostDialog = 'edit' | 'crowd-control' | 'delete' | 'block' | 'report' | 'reactors'

const loadItems = () => import('./PostMenuItems.tsx')
const dialogs = lazyComponent<PostDialogsProps>(async () => (await loadItems()).PostDialogs)

/** The three dots at the head of a post. Entries and dialogs are fetched when the menu is first opened. */
export const PostMenu = ({ post, onGone }: PostMenuProps) => {
  const [open, setOpen] = useState(false)
  const [hasBeenOpen, setHasBeenOpen] = useState(false)
  if (open && !hasBeenOpen) setHasBeenOpen(true)
  const [dialog, setDialog] = useState<PostDialog | null>(null)
  const Dialogs = useLazy(dialogs, hasBeenOpen)
  const [, redraw] = useState<object>()
  const onKnown = useCallback(() => redraw({}), [])
  return (
    <>
      <Menu
        trigger={
          <IconButton
            size="sm"
            label="Post options"
            icon={<Ellipsis />}
            tooltip={false}
            disabled={post.sending}
          />
        }
        load={loadItems}
        items={({ postMenuItems }) => postMenuItems(post, setDialog, onGone)}
        onOpenChange={setOpen}
      />
      {hasBeenOpen && Dialogs && (
        <Dialogs
          post={post}
          menuOpen={open}
          dialog={dialog}
          onClose={() => setDialog(null)}
          onKnown={onKnown}
          onGone={onGone}
        />
      )}
    </>
  )
}
