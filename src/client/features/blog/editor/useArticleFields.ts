import { useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { scheduleProblem, slugOf } from '#contract/blog.constants.ts'
import { type BlogPostView, CreateBlogInput } from '#contract/blog.ts'
import { useRequiredViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import type { FieldErrors } from '#client/ui/use-form.ts'
import { parsed } from '#client/ui/storage.ts'
import { serverNow } from '#client/ui/server-time.ts'
import { dropDraft, onDraftTaken, peekDraft, storeDraft, takeDraft } from '#client/ui/tab-drafts.ts'

/** The form's values before validation. */
export type ArticleFields = z.input<typeof CreateBlogInput>
export type ArticleField = keyof ArticleFields

const EMPTY: ArticleFields = {
  title: '',
  slug: '',
  excerpt: '',
  content: '',
  featuredImage: null,
  published: false,
  publishAt: null,
}
const keyOf = (writerId: string, id: string | undefined): string =>
  `royal-flush:draft:decree:${writerId}:${id ?? 'new'}`
/** Where it was kept before it had the writer's id (DECISIONS row 738). */
const earlierKeyOf = (id: string | undefined): string => `royal-flush:draft:decree:${id ?? 'new'}`

/** The first error of each field, from the contract's rules. */
export function checkArticle(fields: ArticleFields): FieldErrors<ArticleField> {
  const issues = CreateBlogInput.safeParse(fields).error?.issues ?? []
  const late = fields.publishAt ? scheduleProblem(Date.parse(fields.publishAt), serverNow()) : null
  return {
    ...Object.fromEntries(issues.map(({ path, message }) => [path[0], message]).toReversed()),
    ...(late && { publishAt: late }),
  }
}

/**
 * The values of an article's form. The text is stored in the browser until it is saved or discarded. For a new
 * article the slug follows the title until it is edited (product section 5).
 */
export function useArticleFields(article: BlogPostView | null) {
  const { id: writerId } = useRequiredViewer()
  const [store] = useState(() => storeOf(writerId, article?.id))
  const [initial, setInitial] = useState<ArticleFields>(() => ({
    ...(article ? fieldsOf(article) : EMPTY),
    ...store.kept,
  }))
  const [fields, setFields] = useState(initial)
  // Timers and handlers read what was typed last, before it is drawn.
  const latest = useRef(fields)
  const slugEdited = useRef(false)
  useEffect(() => store.adopt(() => latest.current), [store])
  const show = (values: ArticleFields) => {
    latest.current = values
    setFields(values)
    store.keep(values)
  }
  return {
    fields,
    store,
    read: () => latest.current,
    wasKept: store.kept !== null,
    isDirty: (Object.keys(fields) as ArticleField[]).some((name) => fields[name] !== initial[name]),
    set: <Name extends ArticleField>(name: Name, value: ArticleFields[Name]) => {
      if (name === 'slug') slugEdited.current = value !== initial.slug
      const slugFollows = name === 'title' && !article && !slugEdited.current
      show({ ...latest.current, [name]: value, ...(slugFollows && { slug: slugOf(String(value)) }) })
    },
    reset: (values: ArticleFields) => {
      slugEdited.current = false
      setInitial(values)
      show(values)
    },
  }
}

/** The browser's copy of the form. */
export type ArticleStore = ReturnType<typeof storeOf>

function storeOf(writerId: string, id: string | undefined) {
  let key = keyOf(writerId, id)
  const own = storedFields(peekDraft(key))
  const kept = own ?? storedFields(peekDraft(earlierKeyOf(id)))
  let isEarlier = !own && kept !== null
  return {
    kept,
    /** Makes what is stored this tab's own (LIVE L70). Returns how to stop. */
    adopt(read: () => ArticleFields): () => void {
      takeDraft(key)
      if (isEarlier) {
        this.keep(read())
        dropDraft(earlierKeyOf(id))
        isEarlier = false
      }
      return onDraftTaken(key, () => this.keep(read()))
    },
    keep: (values: ArticleFields) => storeDraft(key, JSON.stringify(values)),
    forget: () => storeDraft(key, ''),
    /** The server has saved the text under this id: later changes are stored for that id. */
    handOver(articleId: string): void {
      storeDraft(key, '')
      key = keyOf(writerId, articleId)
    },
  }
}

function storedFields(text: string): Partial<ArticleFields> | null {
  const kept = parsed(text) as Partial<ArticleFields> | null
  return typeof kept?.content === 'string' ? kept : null
}

/** An article as form values. */
export const fieldsOf = ({
  title,
  slug,
  content,
  excerpt,
  featuredImage,
  published,
  publishAt,
}: BlogPostView): ArticleFields => ({
  title,
  slug,
  content,
  excerpt: excerpt ?? '',
  featuredImage,
  published,
  publishAt,
})
