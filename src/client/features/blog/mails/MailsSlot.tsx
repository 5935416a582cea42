import { lazyComponent, useLazy } from '#client/ui/lazy-component.ts'

const mails = lazyComponent<object>(async () => (await import('./DecreeMails.tsx')).DecreeMails)

/** Below what one reads, and loaded after it. */
export const MailsSlot = () => {
  const DecreeMails = useLazy(mails, true)
  return DecreeMails && <DecreeMails />
}
