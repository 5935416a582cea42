import { toast } from './toast.ts'

/** Copies an address and says so in the words of `title`; or that it could not (product section 8). */
export async function copyLink(url: string, title: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url)
    toast({ title })
  } catch {
    toast({ variant: 'destructive', title: 'Failed to copy link', description: 'Could not copy the link to your clipboard.' })
  }
}
