import { useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { scheduleProblem, slugOf } from '#contract/blog.constants.ts'
import { type BlogPostView, CreateBlogInput } from '#contract/blog.ts'
import type { FieldErrors } from '#client/ui/use-form.ts'
import { parsed } from '#client/ui/storage.ts'
import { serverNow } from '#client/ui/server-time.ts'
import { onDraftTaken, peekDraft, storeDraft, takeDraft } from '#client/ui/tab-drafts.ts'

/** The form's values before validation. */
export type DecreeFields = z.input<typeof CreateBlogInput>
export type DecreeField = keyof DecreeFields

const EMPTY: DecreeFields = {
  title: '',
  slug: '',
  excerpt: '',
  content: '',
  featuredImage: null,
  published: false,
  publishAt: null,
}
const keyOf = (id: string | undefined): string => `royal-flush:draft:decree:${id ?? 'new'}`

/** The first error of each field, from the contract's rules. */
export function checkDecree(fields: DecreeFields): FieldErrors<DecreeField> {
  const issues = CreateBlogInput.safeParse(fields).error?.issues ?? []
  const late = fields.publishAt ? scheduleProblem(Date.parse(fields.publishAt), serverNow()) : null
  return {
    ...Object.fromEntries(issues.map(({ path, message }) => [path[0], message]).toReversed()),
    ...(late && { publishAt: late }),
  }
}

/**
 * The values of a decree's form. The text is stored in the browser until it is saved or discarded. For a new
 * decree the slug follows the title until it is edited (product section 5).
 */
export function useDecreeFields(decree: BlogPostView | null) {
  const [store] = useState(() => storeOf(decree?.id))
  const [initial, setInitial] = useState<DecreeFields>(() => ({
    ...(decree ? fieldsOf(decree) : EMPTY),
    ...store.kept,
  }))
  const [fields, setFields] = useState(initial)
  // Timers and handlers read what was typed last, before it is drawn.
  const latest = useRef(fields)
  const slugEdited = useRef(false)
  useEffect(() => store.adopt(() => latest.current), [store])
  const show = (values: DecreeFields) => {
    latest.current = values
    setFields(values)
    store.keep(values)
  }
  return {
    fields,
    store,
    read: () => latest.current,
    wasKept: store.kept !== null,
    isDirty: (Object.keys(fields) as DecreeField[]).some((name) => fields[name] !== initial[name]),
    set: <Name extends DecreeField>(name: Name, value: DecreeFields[Name]) => {
      if (name === 'slug') slugEdited.current = value !== initial.slug
      const slugFollows = name === 'title' && !decree && !slugEdited.current
      show({ ...latest.current, [name]: value, ...(slugFollows && { slug: slugOf(String(value)) }) })
    },
    reset: (values: DecreeFields) => {
      slugEdited.current = false
      setInitial(values)
      show(values)
    },
  }
}

/** The browser's copy of the form. */
export type DecreeStore = ReturnType<typeof storeOf>

function storeOf(id: string | undefined) {
  let key = keyOf(id)
  const kept = storedFields(peekDraft(key))
  return {
    kept,
    /** Makes what is stored this tab's own (LIVE L70). Returns how to stop. */
    adopt(read: () => DecreeFields): () => void {
      takeDraft(key)
      return onDraftTaken(key, () => this.keep(read()))
    },
    keep: (values: DecreeFields) => storeDraft(key, JSON.stringify(values)),
    forget: () => storeDraft(key, ''),
    /** The server has saved the text under this id: later changes are stored for that id. */
    handOver(decreeId: string): void {
      storeDraft(key, '')
      key = keyOf(decreeId)
    },
  }
}

function storedFields(text: string): Partial<DecreeFields> | null {
  const kept = parsed(text) as Partial<DecreeFields> | null
  return typeof kept?.content === 'string' ? kept : null
}

/** A decree as form values. */
export const fieldsOf = ({
  title,
  slug,
  content,
  excerpt,
  featuredImage,
  published,
  publishAt,
}: BlogPostView): DecreeFields => ({
  title,
  slug,
  content,
  excerpt: excerpt ?? '',
  featuredImage,
  published,
  publishAt,
})
