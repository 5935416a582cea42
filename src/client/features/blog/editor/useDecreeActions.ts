import type { DecreeCard } from '#client/features/blog/data/blog.store.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { BlogPostView } from '#contract/blog.ts'
import { deleteDecree, fetchDecree, updateDecree } from '#client/features/blog/data/blog.actions.ts'
import { runWrite, useWrite } from '#client/live/use-write.ts'

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
    /** Loads the whole decree for editing. */
    open: ({ slug }: DecreeCard, onOpened: (decree: BlogPostView) => void) =>
      runWrite({ write: async () => onOpened(await fetchDecree(slug)), failed: FAILED }),
  }
}
