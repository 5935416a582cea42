import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { BlogPostView, CreateBlogInput } from '#contract/blog.ts'
import { sentenceOf } from '#client/live/http.ts'
import { toast } from '#client/ui/toast.ts'
import { writeDecree, type Saved } from './write-decree.ts'

/**
 * Issues or revises, and says so. `over` is the state that is replaced: null when it was new; `isNew`: to the
 * writer it is.
 */
export function useSaveDecree(isNew: boolean) {
  const [saving, setSaving] = useState(false)
  const queries = useQueryClient()
  async function save(over: BlogPostView | null, input: CreateBlogInput): Promise<Saved> {
    setSaving(true)
    const saved = await writeDecree(over, input)
    setSaving(false)
    if (saved.as === 'done') {
      // The push says the same a little later, and to everybody else.
      void queries.invalidateQueries({ queryKey: ['blog'] })
      toast({ title: isNew ? 'Royal Decree Published!' : 'Royal Decree Updated!' })
    }
    if (saved.as === 'failed')
      toast({
        variant: 'destructive',
        title: 'Royal Scribes Report Error',
        description: sentenceOf(saved.error, 'The royal proclamation could not be recorded.'),
      })
    return saved
  }
  return { save, saving }
}
