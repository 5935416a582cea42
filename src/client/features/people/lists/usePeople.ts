import type { UserView } from '#contract/people.ts'
import { useKnownPeople } from '#client/features/people/data/users/users.store.ts'
import type { ListSource } from '#client/live/list/fetch-pages.ts'
import { useList } from '#client/live/list/use-list.ts'

/** A list of people on screen: those of its rows who are still there. */
export function usePeople<Row extends UserView>(source: ListSource<Row>) {
  const list = useList(source)
  return { ...list, ids: useKnownPeople(list.ids) }
}
