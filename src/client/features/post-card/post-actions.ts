import type { ReactionEmoji } from '#contract/posts.ts'
import { sentenceOf } from '#client/live/http.ts'
import { toggleReaction } from '#client/entities/posts/posts.reactions.ts'
import { sharePost } from '#client/entities/posts/posts.writes.ts'
import type { ShownPost } from '#client/entities/posts/shown-post.ts'
import { currentViewer } from '#client/entities/viewer/viewer.store.ts'
import { toast } from '#client/ui/toast.ts'
import { openNetwork, postLink, shareText } from './share-links.ts'
import type { Network } from './share-links.ts'

/** Everything that can be done with a post, and the words for how it went (product sections 5 and 8). */
export async function react(post: ShownPost, emoji: ReactionEmoji): Promise<void> {
  if (!currentViewer()) return toLogIn('Please log in to react to posts.')
  try {
    await toggleReaction(post.id, emoji)
  } catch (error) {
    failed('Reaction failed', sentenceOf(error, 'Failed to react to post'))
  }
}

export function toLogIn(description: string): void {
  toast({ variant: 'destructive', title: 'Login required', description })
}

/** To one of the networks: the window opens in the click itself, else the browser would stop it. */
export async function shareTo(network: Network, post: ShownPost): Promise<void> {
  openNetwork(network, post)
  await counted(post)
}

export async function copyLink(post: ShownPost): Promise<void> {
  await copy(postLink(post))
  await counted(post)
}

/** By the device where it can, else the link is copied. */
export async function shareByDevice(post: ShownPost): Promise<void> {
  if (!(await counted(post))) return
  const data = { title: post.author.displayName, text: shareText(post), url: postLink(post) }
  try {
    await navigator.share(data)
  } catch (error) {
    // Closed without choosing: nothing to say.
    if (!(error instanceof DOMException && error.name === 'AbortError')) await copy(data.url)
  }
}

export const canShareByDevice = (): boolean => 'share' in navigator

async function counted({ id }: ShownPost): Promise<boolean> {
  try {
    await sharePost(id)
    return true
  } catch (error) {
    failed('Share failed', sentenceOf(error, 'Failed to share post'))
    return false
  }
}

async function copy(link: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(link)
    toast({ title: 'Link copied!' })
  } catch {
    failed('Failed to copy link', 'Could not copy the link to your clipboard.')
  }
}

/** Says that it did not work, and why. */
export const failed = (title: string, description: string): void => void toast({ variant: 'destructive', title, description })
