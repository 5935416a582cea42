import { toast } from './toast.ts'

/** Copies a text and shows a toast: `done`, or the reason of the failure. */
export async function copyText(
  text: string,
  { done, failed, title = 'Failed to copy' }: { done: string; failed: string; title?: string },
): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast({ title: done })
  } catch {
    toast({ variant: 'destructive', title, description: failed })
  }
}

/** Copies an address and shows a toast: `title`, or that it failed (product section 8). */
export const copyLink = (url: string, title: string): Promise<void> =>
  copyText(url, {
    done: title,
    title: 'Failed to copy link',
    failed: 'Could not copy the link to your clipboard.',
  })

/** Opens the device's share dialog. Copies the link where there is none, or when it fails. */
export async function shareLink(data: ShareData & { url: string }, copied: string): Promise<void> {
  try {
    if ('share' in navigator) return await navigator.share(data)
  } catch (error) {
    // The person closed the dialog without choosing.
    if (error instanceof DOMException && error.name === 'AbortError') return
  }
  await copyLink(data.url, copied)
}
