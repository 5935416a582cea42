import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { slugOf } from '#contract/blog.facts.ts'
import { CreateBlogInput, type BlogPostView } from '#contract/blog.ts'
import { keepStored, readStored } from '#client/features/composer/stored.ts'

/** What the form holds before the contract has looked at it. */
export type DecreeFields = z.input<typeof CreateBlogInput>

const resolver = zodResolver(CreateBlogInput)
const EMPTY: DecreeFields = { title: '', slug: '', excerpt: '', content: '', featuredImage: null, published: false }

export const fieldsOf = ({ title, slug, content, excerpt, featuredImage, published }: BlogPostView): DecreeFields => ({ title, slug, content, excerpt: excerpt ?? '', featuredImage, published })

/**
 * A decree being written: what was typed survives reload and crash until it is saved or thrown away. While issuing, the
 * slug follows the title until somebody writes their own (product section 5).
 */
export function useDecreeForm(decree: BlogPostView | null) {
  const key = `royal-flush:draft:decree:${decree?.id ?? 'new'}`
  const [kept] = useState(() => keptFields(key))
  const [saved] = useState(() => (decree ? fieldsOf(decree) : EMPTY))
  const form = useForm<DecreeFields, unknown, CreateBlogInput>({ resolver, defaultValues: { ...saved, ...kept } })
  const { subscribe, setValue, getFieldState } = form
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values, name }) => {
          keepStored(key, JSON.stringify(values))
          if (!decree && name === 'title' && !getFieldState('slug').isDirty) setValue('slug', slugOf(values.title))
        },
      }),
    [subscribe, setValue, getFieldState, key, decree],
  )
  return { form, forget: () => keepStored(key, ''), wasKept: kept !== null }
}

function keptFields(key: string): Partial<DecreeFields> | null {
  try {
    const kept = JSON.parse(readStored(key) ?? 'null') as Partial<DecreeFields> | null
    return typeof kept?.content === 'string' ? kept : null
  } catch {
    // Half written when the browser stopped: there is nothing to keep.
    return null
  }
}
