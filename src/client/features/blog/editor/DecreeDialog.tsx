import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { BLOG_MESSAGES } from '#contract/blog.constants.ts'
import { type BlogPostView, CreateBlogInput } from '#contract/blog.ts'
import { previewDecree } from '#client/features/blog/data/blog.actions.ts'
import { isVisible } from '#contract/text.ts'
import { DecreeText } from '#client/features/blog/DecreeText.tsx'
import '#client/features/blog/Blog.css'
import { toastFailure } from '#client/live/failure-toast.ts'
import { useWrite } from '#client/live/use-write.ts'
import { Button } from '#client/ui/Button.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { Skeleton, SkeletonGroup } from '#client/ui/Skeleton.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import { Tabs } from '#client/ui/Tabs.tsx'
import { useForm } from '#client/ui/use-form.ts'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import { DecreeFieldset } from './DecreeFieldset.tsx'
import type { DecreeFieldsetProps, SetField } from './DecreeFieldset.tsx'
import { checkDecree, fieldsOf, useDecreeFields } from './useDecreeFields.ts'
import type { DecreeField, DecreeFields } from './useDecreeFields.ts'
import { useDraft } from './useDraft.ts'
import { useSaveDecree } from './write-decree.ts'

export interface DecreeDialogProps {
  /** The decree to edit; null for a new one. */
  decree: BlogPostView | null
  onClose: () => void
}

/** 'Issue Royal Decree' or 'Revise Royal Decree' (product section 2, Blog). */
export const DecreeDialog = ({ decree, onClose }: DecreeDialogProps) => {
  const { values, form, theirs, line, set, resolve, discard } = useDecreeEditor(decree, onClose)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      title={decree ? 'Revise Royal Decree' : 'Issue Royal Decree'}
      description={values.wasKept ? 'Thy unsaved words were kept.' : undefined}
    >
      <form {...form.props} className="flex flex-col gap-5">
        <WriteOrPreview fields={values.fields} errors={form.errors} set={set} />
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
            {decree ? 'Revise Decree' : 'Issue Decree'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const FAILED = 'Royal Scribes Report Error'

/** The fields, the saves and the conflict of the dialog. */
function useDecreeEditor(decree: BlogPostView | null, onClose: () => void) {
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
  const { saver, line, onChange } = useDraft(decree, {
    read: values.read,
    store: values.store,
    onSlugTaken: () => form.setError('slug', BLOG_MESSAGES.slugTaken),
    onConflict: setTheirs,
  })
  const finish = () => {
    values.store.forget()
    onClose()
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
  return { values, form, theirs, line, set, resolve, discard }
}

const WriteOrPreview = (props: DecreeFieldsetProps) => {
  const [tab, setTab] = useState('write')
  const { title, content, featuredImage } = props.fields
  return (
    <Tabs
      label="Decree"
      current={tab}
      onChange={setTab}
      tabs={[
        { key: 'write', label: 'Write', content: <DecreeFieldset {...props} /> },
        {
          key: 'preview',
          label: 'Preview',
          content: <Preview title={title} content={content} featuredImage={featuredImage ?? null} />,
        },
      ]}
    />
  )
}

const Preview = ({
  title,
  content,
  featuredImage,
}: {
  title: string
  content: string
  featuredImage: string | null
}) => (
  <article className="s-decree pt-4">
    <h3 className="s-decree-title">{title || 'Untitled'}</h3>
    {featuredImage && <img className="s-decree-image" src={featuredImage} alt="" />}
    {isVisible(content) ? <PreviewText content={content} /> : <p>Nothing has been decreed yet.</p>}
  </article>
)

/** Shows the HTML that readers would get. */
const PreviewText = ({ content }: { content: string }) => {
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['decree preview', content],
    queryFn: () => previewDecree(content),
    gcTime: 0,
  })
  if (data) return <DecreeText html={data.html} />
  if (isError)
    return <ErrorState title="Failed to load preview" onRetry={() => void refetch()} retrying={isFetching} />
  return (
    <SkeletonGroup label="Loading preview...">
      <Skeleton />
      <Skeleton width="60%" />
    </SkeletonGroup>
  )
}

interface ConflictProps {
  theirs: BlogPostView
  onKeep: (whose: 'mine' | 'theirs') => void
}

/** Two admins edited the same decree: the writer chooses a version. */
const Conflict = ({ theirs, onKeep }: ConflictProps) => (
  <div
    ref={intoSight}
    role="alert"
    className="scroll-mb-6 flex flex-col gap-3 rounded-lg border border-danger bg-danger-wash p-4"
  >
    <p className="font-semibold">{BLOG_MESSAGES.changed}</p>
    <p className="text-sm text-ink-soft">
      Saved <RelativeTime at={theirs.updatedAt} />: "{theirs.title}", {theirs.content.length} characters.
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

// It appears at the end of the form, where its buttons may be out of view.
const intoSight = (alert: HTMLElement | null): void => alert?.scrollIntoView({ block: 'nearest' })
