import { runWrite } from '#client/live/use-write.ts'
import { sharePost } from '#client/features/posts/data/posts.actions.ts'
import type { ShownPost } from '#client/features/posts/data/shown-post.ts'
import { copyLink, shareLink } from '#client/ui/clipboard.ts'
import { openNetwork, postLink, shareText } from './share-links.ts'
import type { Network } from './share-links.ts'

const COPIED = 'Link copied!'

/** Shares to a network. The window opens during the click, because browsers block later pop-ups. */
export async function shareTo(network: Network, post: ShownPost): Promise<void> {
  openNetwork(network, post)
  await countShare(post)
}

export async function copyPostLink(post: ShownPost): Promise<void> {
  await copyLink(postLink(post), COPIED)
  await countShare(post)
}

export async function shareByDevice(post: ShownPost): Promise<void> {
  if (!(await countShare(post))) return
  await shareLink({ title: post.author.displayName, text: shareText(post), url: postLink(post) }, COPIED)
}

export const canShareByDevice = (): boolean => 'share' in navigator

export const countShare = ({ id }: ShownPost): Promise<boolean> =>
  runWrite({
    write: () => sharePost(id),
    failed: { title: 'Share failed', sentence: 'Failed to share post' },
  })
