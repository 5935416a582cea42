import { Share2 } from 'lucide-react'
import { useState } from 'react'
import { usePauseDrops } from '#client/features/posts/data/drops-pause.store.ts'
import type { ShownPost } from '#client/features/posts/data/shown-post.ts'
import { IconButton } from '#client/ui/IconButton.tsx'
import { Menu } from '#client/ui/Menu.tsx'

const loadItems = () => import('./share-menu-items.tsx')

/** At the end of a post's actions. Its entries are fetched when it is first opened. */
export const ShareMenu = ({ post }: { post: ShownPost }) => {
  const [open, setOpen] = useState(false)
  usePauseDrops(open)
  return (
    <Menu
      trigger={
        <IconButton size="sm" label="Share" icon={<Share2 />} tooltip={false} disabled={post.sending} />
      }
      load={loadItems}
      items={({ shareMenuItems }) => shareMenuItems(post)}
      onOpenChange={setOpen}
    />
  )
}
