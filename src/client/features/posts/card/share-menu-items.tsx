import { Link as LinkIcon, MessageSquareQuote, Send, Share } from 'lucide-react'
import { currentViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import type { ShownPost } from '#client/features/posts/data/shown-post.ts'
import type { MenuEntry } from '#client/ui/Menu.tsx'
import { canShareByDevice, copyPostLink, shareByDevice, shareTo } from './share-actions.ts'
import { NETWORKS } from './share-links.ts'

/** Four networks, the link, and what the device itself offers (product section 2, Post card). */
export const shareMenuItems = (post: ShownPost, sendInMessage: () => void): MenuEntry[] => [
  ...(post.shareCount > 0
    ? [{ heading: post.shareCount === 1 ? 'Shared once' : `Shared ${post.shareCount} times` }]
    : []),
  ...(currentViewer()
    ? [
        { label: 'Quote', icon: <MessageSquareQuote />, to: `/compose?quote=${post.id}` },
        { label: 'Send in a message', icon: <Send />, onSelect: sendInMessage },
      ]
    : []),
  { label: 'Copy Link', icon: <LinkIcon />, onSelect: () => void copyPostLink(post) },
  ...(canShareByDevice()
    ? [{ label: 'Share…', icon: <Share />, onSelect: () => void shareByDevice(post) }]
    : []),
  'separator',
  ...NETWORKS.map((network) => ({
    label: network.name,
    icon: (
      <span className="s-network" aria-hidden="true">
        {network.mark}
      </span>
    ),
    onSelect: () => void shareTo(network, post),
  })),
]
