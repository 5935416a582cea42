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
import { DecreeFieldset } from './DecreeFieldset.tsx'
import type { DecreeFieldsetProps, SetField } from './DecreeFieldset.tsx'
import { DecreePreview } from './DecreePreview.tsx'
import { checkDecree, fieldsOf, useDecreeFields } from './useDecreeFields.ts'
import type { DecreeField, DecreeFields } from './useDecreeFields.ts'
import { useDraft } from './useDraft.ts'
import { saveWords, useSaveDecree } from './write-decree.ts'

export interface DecreeEditorProps {
  /** The decree to edit; null for a new one. */
  decree: BlogPostView | null
  /** The server has the draft, under this id. */
  onStored: (id: string) => void
  /** It is saved, or thrown away. */
  onDone: () => void
}

/** The form of a decree, its preview, and below them what is done with it (product section 2, Blog). */
export const DecreeEditor = ({ decree, ...events }: DecreeEditorProps) => {
  const { values, form, theirs, line, set, resolve, discard, saveHere } = useDecreeEditor(decree, events)
  const sheet = useRef<HTMLFormElement>(null)
  useKeyboardHeight(sheet)
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return
    event.preventDefault()
    if (!theirs && !form.pending) saveHere(event.currentTarget)
  }
  return (
    <form {...form.props} ref={sheet} className="s-decree-editor" onKeyDown={onKeyDown}>
      {values.wasKept && <p className="text-sm text-ink-soft">Thy unsaved words were kept.</p>}
      <WriteAndPreview fields={values.fields} errors={form.errors} set={set} />
      <div className="s-decree-editor-foot">
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
            {saveWords(decree === null, decree, values.fields).button}
          </Button>
        </div>
      </div>
    </form>
  )
}

const FAILED = 'Royal Scribes Report Error'

/** The fields, the saves and the conflict of the editor. */
function useDecreeEditor(
  decree: BlogPostView | null,
  { onStored, onDone }: Omit<DecreeEditorProps, 'decree'>,
) {
  const values = useDecreeFields(decree)
  const save = useSaveDecree(decree === null)
  const discarding = useWrite()
  const [theirs, setTheirs] = useState<BlogPostView | null>(null)
  const form = useForm<DecreeField, DecreeFields>({
    read: values.read,
    check: checkDecree,
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
  const { saver, line, onChange, saveNow } = useDraft(decree, {
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
    if (published || publishAt || decree?.published || decree?.publishAt) return sheet.requestSubmit()
    return void saveNow()
  }
  return { values, form, theirs, line, set, resolve, discard, saveHere }
}

/** Where there is space for both. */
const SIDE_BY_SIDE = '(width >= 62.5rem)'

const WriteAndPreview = (props: DecreeFieldsetProps) => {
  const [tab, setTab] = useState('write')
  const sheet = <DecreeFieldset {...props} />
  const preview = <DecreePreview {...props.fields} />
  if (useMediaQuery(SIDE_BY_SIDE))
    return (
      <div className="s-decree-editor-sides">
        {sheet}
        {preview}
      </div>
    )
  return (
    <Tabs
      label="Decree"
      className="s-decree-editor-tabs"
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

/** Two admins edited the same decree: the writer chooses a version. */
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
