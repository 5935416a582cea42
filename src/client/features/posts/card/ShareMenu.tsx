import { Share2 } from 'lucide-react'
import { useState } from 'react'
import { usePauseDrops } from '#client/features/posts/data/drops-pause.store.ts'
import type { ShownPost } from '#client/features/posts/data/shown-post.ts'
import { IconButton } from '#client/ui/IconButton.tsx'
import type { SendPostProps } from '#client/features/posts/send-post/SendPost.tsx'
import { Menu } from '#client/ui/Menu.tsx'
import { lazyComponent, useLazy } from '#client/ui/lazy-component.ts'

const sender = lazyComponent<SendPostProps>(
  async () => (await import('#client/features/posts/send-post/SendPost.tsx')).SendPost,
)
const loadItems = () => import('./share-menu-items.tsx')

/** At the end of a post's actions. Its entries are fetched when it is first opened. */
export const ShareMenu = ({ post }: { post: ShownPost }) => {
  const [open, setOpen] = useState(false)
  usePauseDrops(open)
  const [sending, setSending] = useState(false)
  const close = () => setSending(false)
  const Sender = useLazy(sender, sending, close)
  return (
    <>
      <Menu
        trigger={
          <IconButton size="sm" label="Share" icon={<Share2 />} tooltip={false} disabled={post.sending} />
        }
        load={loadItems}
        items={({ shareMenuItems }) => shareMenuItems(post, () => setSending(true))}
        onOpenChange={setOpen}
      />
      {Sender && <Sender post={post} open={sending} onClose={close} />}
    </>
  )
}
