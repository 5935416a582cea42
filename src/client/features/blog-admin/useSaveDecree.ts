import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { BLOG_SENTENCES } from '#contract/blog.facts.ts'
import type { BlogPostView, CreateBlogInput } from '#contract/blog.ts'
import { fetchDecree, issueDecree, reviseDecree } from '#client/entities/blog/blog.api.ts'
import { takeDecree } from '#client/entities/blog/blog.store.ts'
import { ApiError, sentenceOf } from '#client/live/http.ts'
import { toast } from '#client/ui/toast.ts'

/** What became of a save. `taken` and `changed` are for the writer to settle, and everything is kept. */
export type Saved = { as: 'done' } | { as: 'failed' } | { as: 'taken' } | { as: 'changed'; theirs: BlogPostView }

/** Issues or revises. `over` is the state that is replaced: null when it was new. */
export function useSaveDecree() {
  const [saving, setSaving] = useState(false)
  const queries = useQueryClient()
  async function save(over: BlogPostView | null, input: CreateBlogInput): Promise<Saved> {
    setSaving(true)
    try {
      takeDecree(over ? await reviseDecree(over.id, { ...changed(over, input), rev: over.rev }) : await issueDecree(input))
      // The push says the same a little later, and to everybody else.
      void queries.invalidateQueries({ queryKey: ['blog'] })
      toast({ title: over ? 'Royal Decree Updated!' : 'Royal Decree Published!' })
      return { as: 'done' }
    } catch (error) {
      return await settle(error, over)
    } finally {
      setSaving(false)
    }
  }
  return { save, saving }
}

// A picture that stays is not named again: it may be another admin's upload.
const changed = (over: BlogPostView, { featuredImage, ...input }: CreateBlogInput) => (featuredImage === over.featuredImage ? input : { ...input, featuredImage })

async function settle(error: unknown, over: BlogPostView | null): Promise<Saved> {
  if (error instanceof ApiError && error.status === 409) {
    if (error.sentence === BLOG_SENTENCES.slugTaken) return { as: 'taken' }
    if (over) {
      const theirs = await fetchDecree(over.slug).catch(() => null)
      if (theirs) return { as: 'changed', theirs }
    }
  }
  toast({ variant: 'destructive', title: 'Royal Scribes Report Error', description: sentenceOf(error, 'The royal proclamation could not be recorded.') })
  return { as: 'failed' }
}
