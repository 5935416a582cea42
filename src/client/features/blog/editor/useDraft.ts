import { useEffect, useState } from 'react'
import type { BlogPostView } from '#contract/blog.ts'
import type { ArticleFields, ArticleStore } from './useArticleFields.ts'
import { createDraftSaver } from './draft-saver.ts'
import type { Saved } from './write-article.ts'

interface Draft {
  read: () => ArticleFields
  store: ArticleStore
  /** The server has the draft, under this id. */
  onStored: (id: string) => void
  onSlugTaken: () => void
  onConflict: (theirs: BlogPostView) => void
}

/**
 * Saves a draft while it is written. `line` says whether it is saved; blank while a save is pending. Call
 * `onChange` after each change of the fields, and `saveNow` not to wait for a pause.
 */
export function useDraft(
  article: BlogPostView | null,
  { read, store, onStored, onSlugTaken, onConflict }: Draft,
) {
  const [line, setLine] = useState('')
  const [saver] = useState(() => {
    const onSaved = (saved: Saved) => {
      setLine(lineOf(saved.as === 'done'))
      if (saved.as === 'taken') onSlugTaken()
      if (saved.as === 'changed') onConflict(saved.theirs)
      if (saved.as !== 'done') return
      store.handOver(saved.article.id)
      onStored(saved.article.id)
      // Text typed during the save is newer than the server's.
      if (saver.hasUnsaved()) store.keep(read())
    }
    const saver = createDraftSaver(article, read, onSaved)
    return saver
  })
  useEffect(() => () => saver.stop(), [saver])
  const onChange = () => {
    setLine('')
    saver.typed()
  }
  const saveNow = async () => setLine(lineOf(await saver.saveNow()))
  return { saver, line, onChange, saveNow }
}

const lineOf = (isSaved: boolean): string => (isSaved ? 'Saved' : 'Not saved: kept in this browser')
