import { lazyComponent } from '#client/ui/lazy-component.ts'

/** Below what one reads, and loaded after it. */
export const { Late: MailsSlot } = lazyComponent<object>(
  async () => (await import('./ArticleMails.tsx')).ArticleMails,
)
