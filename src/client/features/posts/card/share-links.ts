import { LIMITS } from '#contract/limits.ts'
import { cutText } from '#contract/text.ts'

/** Size of the pop-ups (product section 2, Post card), in px. */
const POPUP = 'popup,noopener,noreferrer,width=600,height=400'

interface Shared {
  id: string
  text: string
  author: { displayName: string }
}

/** The address that is shared (product section 2: /post/{id}). */
export const postLink = ({ id }: Pick<Shared, 'id'>): string => `${location.origin}/post/${id}`

/** The shared text, at most 120 characters (product section 9). */
export const shareText = ({ text }: Pick<Shared, 'text'>): string =>
  cutText(text.replace(/\s+/g, ' ').trim(), LIMITS.shareDescription)

/** A social network that takes links. */
export interface Network {
  name: string
  /** Shown in place of an icon. */
  mark: string
  address: (link: string, text: string) => string
}

const address = (base: string, query: Record<string, string>) => `${base}?${new URLSearchParams(query)}`

export const NETWORKS: readonly Network[] = [
  {
    name: 'X',
    mark: '𝕏',
    address: (url, text) => address('https://twitter.com/intent/tweet', { text, url }),
  },
  {
    name: 'Facebook',
    mark: 'f',
    address: (u) => address('https://www.facebook.com/sharer/sharer.php', { u }),
  },
  {
    name: 'Reddit',
    mark: 'r/',
    address: (url, title) => address('https://www.reddit.com/submit', { url, title }),
  },
  {
    name: 'WhatsApp',
    mark: 'wa',
    address: (url, text) => address('https://api.whatsapp.com/send', { text: `${text} ${url}` }),
  },
]

export const openNetwork = (network: Network, post: Shared): void =>
  void window.open(network.address(postLink(post), shareText(post)), '_blank', POPUP)
