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
 * A decree being written: what was typed survives reload and crash until it is saved or thrown away. While
 * issuing, the slug follows the title until somebody writes their own (product section 5).
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

/** This browser's copy of what is typed. */
export type DecreeStore = ReturnType<typeof storeOf>

function storeOf(id: string | undefined) {
  let key = keyOf(id)
  const kept = keptFields(key)
  return {
    kept,
    keep: (values: DecreeFields) => localKept.keep(key, JSON.stringify(values)),
    forget: () => localKept.keep(key, ''),
    /** The server has these words, as this decree; later ones are kept for that one. */
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
    // Half written when the browser stopped: there is nothing to keep.
    return null
  }
}

/** What the form holds before the contract has looked at it. */
export type DecreeFields = z.input<typeof CreateBlogInput>

/** A decree as the form holds it. */
export const fieldsOf = ({
  title,
  slug,
  content,
  excerpt,
  featuredImage,
  published,
}: BlogPostView): DecreeFields => ({ title, slug, content, excerpt: excerpt ?? '', featuredImage, published })
