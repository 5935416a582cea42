import { toast } from '#client/ui/toast.ts'

/** Asks a visitor to log in (product section 5), with a link to the log-in that leads back here. */
export function askToLogIn(description: string | null, title = 'Login required'): void {
  const to = `/login?next=${encodeURIComponent(location.pathname + location.search)}`
  toast({
    variant: 'destructive',
    title,
    ...(description !== null && { description }),
    action: { label: 'Log in', to },
  })
}
