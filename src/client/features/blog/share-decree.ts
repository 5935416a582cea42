import { toast } from '#client/ui/toast.ts'

/** Copies a decree's full address (product section 2, Blog). */
export async function shareDecree(slug: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(`${location.origin}/blog/${slug}`)
    toast({ title: 'Royal Decree Link Copied!' })
  } catch {
    toast({ variant: 'destructive', title: 'Failed to copy link', description: 'Could not copy the link to your clipboard.' })
  }
}
