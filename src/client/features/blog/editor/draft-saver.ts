import { CreateBlogInput, type BlogPostView } from '#contract/blog.ts'
import { deleteArticle } from '#client/features/blog/data/blog.actions.ts'
import { fieldsOf, type ArticleFields } from './useArticleFields.ts'
import { writeArticle, type Saved } from './write-article.ts'

/** Pause in typing before a draft is saved, in ms. */
const DEBOUNCE_MS = 1_500

export interface DraftSaver {
  /** The version that the next save replaces; null before the first save. */
  over(): BlogPostView | null
  /** The writer continues from this version. */
  continueFrom(current: BlogPostView): void
  /** The text changed: saves it after a pause in typing. */
  typed(): void
  /** Saves a draft at once. False when the server does not have the text. */
  saveNow(): Promise<boolean>
  /** Waits for a running save; a planned one is cancelled. False when there is a conflict. */
  finishSave(): Promise<boolean>
  /** Deletes a draft that was begun here, or restores the text of an older one. Throws ApiError. */
  revert(): Promise<void>
  /** Text has changed since the last save began. */
  hasUnsaved(): boolean
  stop(): void
}

/**
 * Saves an unpublished article while it is written. A published or scheduled article, or one about to be, is
 * saved only by its button, so that readers never see half-written text.
 */
export function createDraftSaver(
  article: BlogPostView | null,
  read: () => ArticleFields,
  onSaved: (saved: Saved) => void,
): DraftSaver {
  let over = article
  let timer: ReturnType<typeof setTimeout> | undefined
  let saving: Promise<boolean> = Promise.resolve(true)
  let unsaved = false
  let inConflict = false

  /** Whether the server has the text afterwards. */
  async function save(): Promise<boolean> {
    unsaved = false
    const input = CreateBlogInput.safeParse(read())
    if (inConflict || !input.success || willBeRead(input.data) || (over && willBeRead(over))) return false
    if (over && isSame(over, input.data)) return true
    const saved = await writeArticle(over, input.data)
    if (saved.as === 'done') over = saved.article
    inConflict = saved.as === 'changed'
    onSaved(saved)
    return saved.as === 'done'
  }
  const stop = () => clearTimeout(timer)
  const saveNow = () => {
    stop()
    return (saving = saving.then(save))
  }
  const finishSave = async () => {
    stop()
    await saving
    return !inConflict
  }
  return {
    over: () => over,
    continueFrom(current) {
      over = current
      inConflict = false
    },
    typed() {
      stop()
      unsaved = true
      timer = setTimeout(() => void saveNow(), DEBOUNCE_MS)
    },
    saveNow,
    finishSave,
    async revert() {
      await finishSave()
      if (over && over !== article) await restore(over, article)
    },
    hasUnsaved: () => unsaved,
    stop,
  }
}

const willBeRead = ({ published, publishAt }: Pick<CreateBlogInput, 'published' | 'publishAt'>): boolean =>
  published || Boolean(publishAt)

async function restore(over: BlogPostView, article: BlogPostView | null): Promise<void> {
  if (article) {
    const saved = await writeArticle(over, CreateBlogInput.parse(fieldsOf(article)))
    if (saved.as === 'failed') throw saved.error
    return
  }
  await deleteArticle(over)
}

const isSame = (
  over: BlogPostView,
  { title, slug, content, excerpt, featuredImage }: CreateBlogInput,
): boolean =>
  over.title === title &&
  over.slug === slug &&
  over.content === content &&
  (over.excerpt ?? '') === (excerpt ?? '') &&
  over.featuredImage === (featuredImage ?? null)
