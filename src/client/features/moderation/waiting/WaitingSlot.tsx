import { lazyComponent, useLazy } from '#client/ui/lazy-component.ts'
import type { WaitingListProps } from './WaitingList.tsx'

const list = lazyComponent<WaitingListProps>(async () => (await import('./WaitingList.tsx')).WaitingList)

/**
 * The viewer's posts and comments that wait for review. Loaded after the page, because few people have any.
 */
export const WaitingSlot = (props: WaitingListProps) => {
  const List = useLazy(list, true)
  return List && <List {...props} />
}
