import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { BlogCardView, BlogPostView } from '#contract/blog.ts'
import { burnDecree, fetchDecree, reviseDecree } from '#client/features/blog/data/blog.actions.ts'
import { sentenceOf } from '#client/live/http.ts'
import { SOMETHING_WENT_WRONG, toast } from '#client/ui/toast.ts'

const failed = (error: unknown, fallback: string) =>
  toast({
    variant: 'destructive',
    title: 'Royal Scribes Report Error',
    description: sentenceOf(error, fallback),
  })

/** An admin's actions on a row, one call at a time. */
export function useDecreeActions() {
  const queries = useQueryClient()
  const [busyId, setBusyId] = useState<string | null>(null)
  async function at(decree: BlogCardView, work: () => Promise<unknown>, fallback: string): Promise<void> {
    setBusyId(decree.id)
    try {
      await work()
      void queries.invalidateQueries({ queryKey: ['blog'] })
    } catch (error) {
      failed(error, fallback)
    } finally {
      setBusyId(null)
    }
  }
  return {
    busyId,
    toggle: (decree: BlogCardView) =>
      at(
        decree,
        () => reviseDecree(decree.id, { published: !decree.published }),
        'Failed to update decree status.',
      ),
    burn: (decree: BlogCardView) =>
      at(
        decree,
        async () => {
          await burnDecree(decree)
          toast({ title: 'Royal Decree Burned!' })
        },
        SOMETHING_WENT_WRONG,
      ),
    /** The whole decree for editing; null after a failure. */
    open: async (decree: BlogCardView): Promise<BlogPostView | null> => {
      try {
        return await fetchDecree(decree.slug)
      } catch (error) {
        failed(error, SOMETHING_WENT_WRONG)
        return null
      }
    },
  }
}
