import { copyLink } from '#client/ui/clipboard.ts'

interface Shared {
  handle: string
  displayName: string
}

/** Device share where there is one, else the link is copied (product section 2, Profile). */
export async function shareProfile({ handle, displayName }: Shared): Promise<void> {
  const url = `${location.origin}/profile/${handle}`
  if ('share' in navigator) return shareByDevice({ title: displayName, url })
  return copy(url)
}

async function shareByDevice(data: ShareData & { url: string }): Promise<void> {
  try {
    await navigator.share(data)
  } catch (error) {
    // The person closed the share sheet: no toast.
    if (error instanceof DOMException && error.name === 'AbortError') return
    await copy(data.url)
  }
}

const copy = (url: string): Promise<void> => copyLink(url, 'Profile link copied!')
