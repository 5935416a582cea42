import type { DecreeCard } from '#client/features/blog/data/blog.store.ts'
import { useQueryClient } from '@tanstack/react-query'
import { deleteDecree, updateDecree } from '#client/features/blog/data/blog.actions.ts'
import { useWrite } from '#client/live/use-write.ts'

const FAILED = 'Royal Scribes Report Error'

/** An admin's actions on a row, one call a row at a time. */
export function useDecreeActions() {
  const queries = useQueryClient()
  const { isPending, run } = useWrite()
  const refetchLists = () => void queries.invalidateQueries({ queryKey: ['blog'] })
  return {
    isPending,
    toggle: ({ id, published }: DecreeCard) =>
      run({
        target: id,
        write: () => updateDecree(id, { published: !published }).then(refetchLists),
        done: published ? 'Decree Hidden' : 'Decree Published',
        failed: { title: FAILED, fallback: 'Failed to update decree status.' },
      }),
    remove: (decree: DecreeCard) =>
      run({
        target: decree.id,
        write: () => deleteDecree(decree).then(refetchLists),
        done: 'Royal Decree Burned!',
        failed: FAILED,
      }),
  }
}
