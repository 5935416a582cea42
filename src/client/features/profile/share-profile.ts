import { toast } from '#client/ui/toast.ts'

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
    // Closed without choosing: nothing to say.
    if (error instanceof DOMException && error.name === 'AbortError') return
    await copy(data.url)
  }
}

async function copy(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url)
    toast({ title: 'Profile link copied!' })
  } catch {
    toast({ variant: 'destructive', title: 'Failed to copy link', description: 'Could not copy the link to your clipboard.' })
  }
}
