import { lazyComponent, useLazy } from '#client/ui/lazy-component.ts'
import type { WaitingListProps } from './WaitingList.tsx'

const list = lazyComponent<WaitingListProps>(async () => (await import('./WaitingList.tsx')).WaitingList)

/**
 * Where one's own posts and comments stand that wait for the guards. Fetched after the page: few people ever
 * see it.
 */
export const WaitingSlot = (props: WaitingListProps) => {
  const List = useLazy(list, true)
  return List && <List {...props} />
}
