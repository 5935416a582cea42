import { runWrite } from '#client/live/use-write.ts'
import { sharePost } from '#client/features/posts/data/posts.actions.ts'
import type { ShownPost } from '#client/features/posts/data/shown-post.ts'
import { copyLink as copyToClipboard } from '#client/ui/clipboard.ts'
import { openNetwork, postLink, shareText } from './share-links.ts'
import type { Network } from './share-links.ts'

/** Shares to a network. The window opens during the click, because browsers block later pop-ups. */
export async function shareTo(network: Network, post: ShownPost): Promise<void> {
  openNetwork(network, post)
  await countShare(post)
}

export async function copyPostLink(post: ShownPost): Promise<void> {
  await copy(postLink(post))
  await countShare(post)
}

/** Opens the device's share dialog, and copies the link when that fails. */
export async function shareByDevice(post: ShownPost): Promise<void> {
  if (!(await countShare(post))) return
  const data = { title: post.author.displayName, text: shareText(post), url: postLink(post) }
  try {
    await navigator.share(data)
  } catch (error) {
    // The person closed the dialog without choosing.
    if (!(error instanceof DOMException && error.name === 'AbortError')) await copy(data.url)
  }
}

export const canShareByDevice = (): boolean => 'share' in navigator

export const countShare = ({ id }: ShownPost): Promise<boolean> =>
  runWrite({
    write: () => sharePost(id),
    failed: { title: 'Share failed', sentence: 'Failed to share post' },
  })

const copy = (link: string): Promise<void> => copyToClipboard(link, 'Link copied!')
