import { Link as LinkIcon, Share, Share2 } from 'lucide-react'
import { useState } from 'react'
import { useHoldDrops } from '#client/entities/posts/drops-hold.store.ts'
import type { ShownPost } from '#client/entities/posts/shown-post.ts'
import { IconButton } from '#client/ui/IconButton.tsx'
import { Menu } from '#client/ui/Menu.tsx'
import type { MenuEntry } from '#client/ui/Menu.tsx'
import { canShareByDevice, copyLink, shareByDevice, shareTo } from './post-actions.ts'
import { NETWORKS } from './share-links.ts'

/** Four networks, the link, and whatever the device itself offers (product section 2, Post card). */
export const ShareMenu = ({ post }: { post: ShownPost }) => {
  const [open, setOpen] = useState(false)
  useHoldDrops(open)
  return (
    <Menu
      trigger={<IconButton size="sm" label="Share" icon={<Share2 />} tooltip={false} disabled={post.sending} />}
      items={() => entriesFor(post)}
      onOpenChange={setOpen}
    />
  )
}

const entriesFor = (post: ShownPost): MenuEntry[] => [
  ...(post.shareCount > 0 ? [{ heading: post.shareCount === 1 ? 'Shared once' : `Shared ${post.shareCount} times` }] : []),
  { label: 'Copy Link', icon: <LinkIcon />, onSelect: () => void copyLink(post) },
  ...(canShareByDevice() ? [{ label: 'Share by this device', icon: <Share />, onSelect: () => void shareByDevice(post) }] : []),
  'separator',
  ...NETWORKS.map((network) => ({
    label: network.name,
    icon: <span className="rf-network">{network.mark}</span>,
    onSelect: () => void shareTo(network, post),
  })),
]
