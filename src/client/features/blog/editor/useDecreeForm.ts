import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { slugOf } from '#contract/blog.constants.ts'
import { type BlogPostView, CreateBlogInput } from '#contract/blog.ts'
import { localKept } from '#client/ui/storage.ts'

const resolver = zodResolver(CreateBlogInput)
const EMPTY: DecreeFields = {
  title: '',
  slug: '',
  excerpt: '',
  content: '',
  featuredImage: null,
  published: false,
}
const keyOf = (id: string | undefined): string => `royal-flush:draft:decree:${id ?? 'new'}`

/**
 * The form of a decree. Its text is stored in the browser until it is saved or discarded. For a new decree
 * the slug follows the title until it is edited (product section 5).
 */
export function useDecreeForm(decree: BlogPostView | null) {
  const [store] = useState(() => storeOf(decree?.id))
  const [saved] = useState(() => (decree ? fieldsOf(decree) : EMPTY))
  const form = useForm<DecreeFields, unknown, CreateBlogInput>({
    resolver,
    defaultValues: { ...saved, ...store.kept },
  })
  const { subscribe, setValue, getFieldState } = form
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values, name }) => {
          store.keep(values)
          if (!decree && name === 'title' && !getFieldState('slug').isDirty)
            setValue('slug', slugOf(values.title))
        },
      }),
    [subscribe, setValue, getFieldState, store, decree],
  )
  return { form, store, wasKept: store.kept !== null }
}

/** The browser's copy of the form. */
export type DecreeStore = ReturnType<typeof storeOf>

function storeOf(id: string | undefined) {
  let key = keyOf(id)
  const kept = keptFields(key)
  return {
    kept,
    keep: (values: DecreeFields) => localKept.keep(key, JSON.stringify(values)),
    forget: () => localKept.keep(key, ''),
    /** The server has saved the text under this id: later changes are stored for that id. */
    handOver(decreeId: string): void {
      localKept.keep(key, '')
      key = keyOf(decreeId)
    },
  }
}

function keptFields(key: string): Partial<DecreeFields> | null {
  try {
    const kept = JSON.parse(localKept.read(key) ?? 'null') as Partial<DecreeFields> | null
    return typeof kept?.content === 'string' ? kept : null
  } catch {
    // Invalid JSON: nothing to restore.
    return null
  }
}

/** The form's values before validation. */
export type DecreeFields = z.input<typeof CreateBlogInput>

/** A decree as form values. */
export const fieldsOf = ({
  title,
  slug,
  content,
  excerpt,
  featuredImage,
  published,
}: BlogPostView): DecreeFields => ({ title, slug, content, excerpt: excerpt ?? '', featuredImage, published })
