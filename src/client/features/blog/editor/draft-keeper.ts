import { CreateBlogInput, type BlogPostView } from '#contract/blog.ts'
import { deleteDecree } from '#client/features/blog/data/blog.actions.ts'
import { fieldsOf, type DecreeFields } from './useDecreeFields.ts'
import { writeDecree, type Saved } from './write-decree.ts'

/** Pause in typing before a draft is saved, in ms. */
const DEBOUNCE_MS = 1_500

export interface DraftKeeper {
  /** The version that the next save replaces; null before the first save. */
  over(): BlogPostView | null
  /** The writer continues from this version. */
  goOnFrom(current: BlogPostView): void
  /** The text changed: saves it after a pause in typing. */
  typed(): void
  /**
   * Waits for a save that is under way; one that is not is left to the caller. False when it came to a
   * conflict.
   */
  settle(): Promise<boolean>
  /**
   * As it was before: a draft that was begun here is burned, any other is what it was. Rejects when the
   * server does not.
   */
  giveUp(): Promise<void>
  /** Text has changed since the last save began. */
  isBehind(): boolean
  stop(): void
}

/**
 * Saves an unpublished decree while it is written. A published decree, or one about to be published, is saved
 * only by its button, so that readers never see half-written text.
 */
export function createDraftKeeper(
  decree: BlogPostView | null,
  read: () => DecreeFields,
  onSaved: (saved: Saved) => void,
): DraftKeeper {
  let over = decree
  let timer: ReturnType<typeof setTimeout> | undefined
  let underway: Promise<void> = Promise.resolve()
  let waiting = false
  let inConflict = false

  async function keep(): Promise<void> {
    waiting = false
    const input = CreateBlogInput.safeParse(read())
    if (
      inConflict ||
      !input.success ||
      input.data.published ||
      over?.published ||
      (over && isSame(over, input.data))
    )
      return
    const saved = await writeDecree(over, input.data)
    if (saved.as === 'done') over = saved.decree
    inConflict = saved.as === 'changed'
    onSaved(saved)
  }
  const stop = () => clearTimeout(timer)
  const settle = async () => {
    stop()
    await underway
    return !inConflict
  }
  return {
    over: () => over,
    goOnFrom(current) {
      over = current
      inConflict = false
    },
    typed() {
      stop()
      waiting = true
      timer = setTimeout(() => void (underway = underway.then(keep)), DEBOUNCE_MS)
    },
    settle,
    async giveUp() {
      await settle()
      if (over && over !== decree) await takeBack(over, decree)
    },
    isBehind: () => waiting,
    stop,
  }
}

async function takeBack(over: BlogPostView, decree: BlogPostView | null): Promise<void> {
  if (decree) {
    const saved = await writeDecree(over, CreateBlogInput.parse(fieldsOf(decree)))
    if (saved.as === 'failed') throw saved.error
    return
  }
  await deleteDecree(over)
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
