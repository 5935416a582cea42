import { useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { BLOG_MESSAGES } from '#contract/blog.constants.ts'
import { type BlogPostView, CreateBlogInput } from '#contract/blog.ts'
import { counted } from '#contract/plural.ts'
import { useKeyboardHeight } from '#client/features/writing/useKeyboardHeight.ts'
import { toastFailure } from '#client/live/failure-toast.ts'
import { useWrite } from '#client/live/use-write.ts'
import { Button } from '#client/ui/Button.tsx'
import { Tabs } from '#client/ui/Tabs.tsx'
import { useForm } from '#client/ui/use-form.ts'
import { useMediaQuery } from '#client/ui/useMediaQuery.ts'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import { ArticleFieldset } from './ArticleFieldset.tsx'
import type { ArticleFieldsetProps, SetField } from './ArticleFieldset.tsx'
import { ArticlePreview } from './ArticlePreview.tsx'
import { checkArticle, fieldsOf, useArticleFields } from './useArticleFields.ts'
import type { ArticleField, ArticleFields } from './useArticleFields.ts'
import { useDraft } from './useDraft.ts'
import { saveWords, useSaveArticle } from './write-article.ts'

export interface ArticleEditorProps {
  /** The article to edit; null for a new one. */
  article: BlogPostView | null
  /** The server has the draft, under this id. */
  onStored: (id: string) => void
  /** It is saved, or thrown away. */
  onDone: () => void
}

/** The form of an article, its preview, and below them what is done with it (product section 2, Blog). */
export const ArticleEditor = ({ article, ...events }: ArticleEditorProps) => {
  const { values, form, theirs, line, set, resolve, discard, saveHere } = useArticleEditor(article, events)
  const sheet = useRef<HTMLFormElement>(null)
  useKeyboardHeight(sheet)
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return
    event.preventDefault()
    if (!theirs && !form.pending) saveHere(event.currentTarget)
  }
  return (
    <form {...form.props} ref={sheet} className="s-article-editor" onKeyDown={onKeyDown}>
      {values.wasKept && <p className="text-sm text-ink-soft">Thy unsaved words were kept.</p>}
      <WriteAndPreview fields={values.fields} errors={form.errors} set={set} />
      <div className="s-article-editor-foot">
        {/* Beside the button, because the top of the form is out of view. */}
        {theirs && <Conflict theirs={theirs} onKeep={(whose) => resolve(theirs, whose)} />}
        <div className="flex flex-wrap items-center justify-end gap-2">
          <p role="status" className="me-auto text-sm text-ink-faint">
            {line}
          </p>
          <Button variant="ghost" onClick={() => void discard()}>
            {values.wasKept || values.isDirty ? 'Throw away' : 'Cancel'}
          </Button>
          <Button
            type="submit"
            variant="primary"
            pending={form.pending}
            pendingLabel="Recording..."
            disabled={theirs !== null}
          >
            {saveWords(article === null, article, values.fields).button}
          </Button>
        </div>
      </div>
    </form>
  )
}

const FAILED = 'Royal Scribes Report Error'

/** The fields, the saves and the conflict of the editor. */
function useArticleEditor(
  article: BlogPostView | null,
  { onStored, onDone }: Omit<ArticleEditorProps, 'article'>,
) {
  const values = useArticleFields(article)
  const save = useSaveArticle(article === null)
  const discarding = useWrite()
  const [theirs, setTheirs] = useState<BlogPostView | null>(null)
  const form = useForm<ArticleField, ArticleFields>({
    read: values.read,
    check: checkArticle,
    send: async (typed) => {
      if (!(await saver.finishSave())) return
      const saved = await save(saver.over(), CreateBlogInput.parse(typed))
      if (saved.as === 'done') finish()
      if (saved.as === 'taken') return { slug: BLOG_MESSAGES.slugTaken }
      if (saved.as === 'changed') setTheirs(saved.theirs)
    },
    failed: (error) => {
      toastFailure(error, FAILED)
      return undefined
    },
  })
  const { saver, line, onChange, saveNow } = useDraft(article, {
    read: values.read,
    store: values.store,
    onStored,
    onSlugTaken: () => form.setError('slug', BLOG_MESSAGES.slugTaken),
    onConflict: setTheirs,
  })
  const finish = () => {
    values.store.forget()
    onDone()
  }
  const discard = async () => {
    if (await discarding.run({ write: saver.revert, failed: FAILED })) finish()
  }
  const resolve = (current: BlogPostView, whose: 'mine' | 'theirs') => {
    saver.continueFrom(current)
    setTheirs(null)
    if (whose === 'mine') return
    values.reset(fieldsOf(current))
    onChange()
  }
  const set: SetField = (name, value) => {
    values.set(name, value)
    onChange()
  }
  /** As the button does, except for a draft: that is saved without leaving it. */
  const saveHere = (sheet: HTMLFormElement) => {
    const { published, publishAt } = values.read()
    if (published || publishAt || article?.published || article?.publishAt) return sheet.requestSubmit()
    return void saveNow()
  }
  return { values, form, theirs, line, set, resolve, discard, saveHere }
}

/** Where there is space for both. */
const SIDE_BY_SIDE = '(width >= 62.5rem)'

const WriteAndPreview = (props: ArticleFieldsetProps) => {
  const [tab, setTab] = useState('write')
  const sheet = <ArticleFieldset {...props} />
  const preview = <ArticlePreview {...props.fields} />
  if (useMediaQuery(SIDE_BY_SIDE))
    return (
      <div className="s-article-editor-sides">
        {sheet}
        {preview}
      </div>
    )
  return (
    <Tabs
      label="Decree"
      className="s-article-editor-tabs"
      current={tab}
      onChange={setTab}
      tabs={[
        { key: 'write', label: 'Write', content: sheet },
        { key: 'preview', label: 'Preview', content: preview },
      ]}
    />
  )
}

interface ConflictProps {
  theirs: BlogPostView
  onKeep: (whose: 'mine' | 'theirs') => void
}

/** Two admins edited the same article: the writer chooses a version. */
const Conflict = ({ theirs, onKeep }: ConflictProps) => (
  <div role="alert" className="flex flex-col gap-3 rounded-lg border border-danger bg-danger-wash p-4">
    <p className="font-semibold">{BLOG_MESSAGES.changed}</p>
    <p className="text-sm text-ink-soft">
      Saved <RelativeTime at={theirs.updatedAt} />: "{theirs.title}",{' '}
      {counted(theirs.content.length, 'character')}.
    </p>
    <div className="flex flex-wrap gap-2">
      <Button size="sm" onClick={() => onKeep('mine')}>
        Keep mine
      </Button>
      <Button size="sm" variant="ghost" onClick={() => onKeep('theirs')}>
        Take theirs
      </Button>
    </div>
  </div>
)
