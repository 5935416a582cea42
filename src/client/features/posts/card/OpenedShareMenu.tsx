import { Link as LinkIcon, Share } from 'lucide-react'
import { useState } from 'react'
import { useHoldDrops } from '#client/features/posts/data/drops-hold.store.ts'
import type { ShownPost } from '#client/features/posts/data/shown-post.ts'
import { Menu } from '#client/ui/Menu.tsx'
import type { MenuEntry } from '#client/ui/Menu.tsx'
import { ShareButton } from './ShareButton.tsx'
import { canShareByDevice, copyLink, shareByDevice, shareTo } from './share-actions.ts'
import { NETWORKS } from './share-links.ts'

/**
 * The share menu from its first opening on: four networks, the link, and whatever the device itself offers
 * (product section 2, Post card).
 */
export const OpenedShareMenu = ({ post }: { post: ShownPost }) => {
  const [open, setOpen] = useState(false)
  useHoldDrops(open)
  return (
    <Menu
      trigger={<ShareButton disabled={post.sending} />}
      startsOpen
      items={() => entriesFor(post)}
      onOpenChange={setOpen}
    />
  )
}

const entriesFor = (post: ShownPost): MenuEntry[] => [
  ...(post.shareCount > 0
    ? [{ heading: post.shareCount === 1 ? 'Shared once' : `Shared ${post.shareCount} times` }]
    : []),
  { label: 'Copy Link', icon: <LinkIcon />, onSelect: () => void copyLink(post) },
  ...(canShareByDevice()
    ? [{ label: 'Share by this device', icon: <Share />, onSelect: () => void shareByDevice(post) }]
    : []),
  'separator',
  ...NETWORKS.map((network) => ({
    label: network.name,
    icon: (
      <span className="rf-network" aria-hidden="true">
        {network.mark}
      </span>
    ),
    onSelect: () => void shareTo(network, post),
  })),
]
