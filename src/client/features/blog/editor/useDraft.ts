import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { BLOG_MESSAGES } from '#contract/blog.constants.ts'
import type { BlogPostView, CreateBlogInput } from '#contract/blog.ts'
import type { DecreeFields, DecreeStore } from './useDecreeForm.ts'
import { createDraftKeeper } from './draft-keeper.ts'
import type { Saved } from './write-decree.ts'

interface Draft {
  form: UseFormReturn<DecreeFields, unknown, CreateBlogInput>
  store: DecreeStore
  onConflict: (theirs: BlogPostView) => void
}

/** Saves a draft while it is written. `line` tells whether it is saved; blank while a save is pending. */
export function useDraft(decree: BlogPostView | null, { form, store, onConflict }: Draft) {
  const queries = useQueryClient()
  const [line, setLine] = useState('')
  const { subscribe, getValues, setError } = form
  const [keeper] = useState(() => {
    const onSaved = (saved: Saved) => {
      setLine(saved.as === 'done' ? 'Saved' : 'Not saved: kept in this browser')
      if (saved.as === 'taken') setError('slug', { message: BLOG_MESSAGES.slugTaken })
      if (saved.as === 'changed') onConflict(saved.theirs)
      if (saved.as !== 'done') return
      store.handOver(saved.decree.id)
      // Text typed during the save is newer than the server's.
      if (keeper.isBehind()) store.keep(getValues())
      void queries.invalidateQueries({ queryKey: ['blog'] })
    }
    const keeper = createDraftKeeper(decree, getValues, onSaved)
    return keeper
  })
  useEffect(() => {
    const unsubscribe = subscribe({
      formState: { values: true },
      callback: () => {
        setLine('')
        keeper.typed()
      },
    })
    return () => {
      unsubscribe()
      keeper.stop()
    }
  }, [subscribe, keeper])
  return { keeper, line }
}
