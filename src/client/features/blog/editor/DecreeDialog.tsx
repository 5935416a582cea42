import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { BLOG_MESSAGES } from '#contract/blog.constants.ts'
import type { BlogPostView, CreateBlogInput } from '#contract/blog.ts'
import { previewDecree } from '#client/features/blog/data/blog.actions.ts'
import { isVisible } from '#contract/text.ts'
import { DecreeText } from '#client/features/blog/DecreeText.tsx'
import '#client/features/blog/Blog.css'
import { sentenceOf } from '#client/live/http.ts'
import { Button } from '#client/ui/Button.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { Skeleton, SkeletonGroup } from '#client/ui/Skeleton.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import { Tabs } from '#client/ui/Tabs.tsx'
import { toast } from '#client/ui/toast.ts'
import { RelativeTime } from '#client/ui/RelativeTime.tsx'
import { DecreeFieldset } from './DecreeFieldset.tsx'
import { type DecreeFields, fieldsOf, useDecreeForm } from './useDecreeForm.ts'
import { useDraft } from './useDraft.ts'
import { useSaveDecree } from './write-decree.ts'

export interface DecreeDialogProps {
  /** The decree to edit; null for a new one. */
  decree: BlogPostView | null
  onClose: () => void
}

/** 'Issue Royal Decree' or 'Revise Royal Decree' (product section 2, Blog). */
export const DecreeDialog = ({ decree, onClose }: DecreeDialogProps) => {
  const { form, store, wasKept } = useDecreeForm(decree)
  const { save, saving } = useSaveDecree(decree === null)
  const [theirs, setTheirs] = useState<BlogPostView | null>(null)
  const { keeper, line } = useDraft(decree, { form, store, onConflict: setTheirs })
  const finish = () => {
    store.forget()
    onClose()
  }
  const throwAway = () => keeper.giveUp().then(finish, couldNot)
  const submit = async (input: CreateBlogInput) => {
    if (!(await keeper.settle())) return
    const saved = await save(keeper.over(), input)
    if (saved.as === 'done') finish()
    if (saved.as === 'taken')
      form.setError('slug', { message: BLOG_MESSAGES.slugTaken }, { shouldFocus: true })
    if (saved.as === 'changed') setTheirs(saved.theirs)
  }
  const settleWith = (current: BlogPostView, whose: 'mine' | 'theirs') => {
    keeper.goOnFrom(current)
    setTheirs(null)
    if (whose === 'theirs') form.reset(fieldsOf(current))
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      title={decree ? 'Revise Royal Decree' : 'Issue Royal Decree'}
      description={wasKept ? 'Thy unsaved words were kept.' : undefined}
    >
      <form
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => void form.handleSubmit(submit)(event)}
      >
        <WriteOrPreview form={form} />
        {/* Beside the button that met it: the form's head is out of sight. */}
        {theirs && <Conflict theirs={theirs} onKeep={(whose) => settleWith(theirs, whose)} />}
        <div className="flex flex-wrap items-center justify-end gap-2">
          <p role="status" className="me-auto text-sm text-ink-faint">
            {line}
          </p>
          <Button variant="ghost" onClick={() => void throwAway()}>
            {wasKept || form.formState.isDirty ? 'Throw away' : 'Cancel'}
          </Button>
          <Button
            type="submit"
            variant="primary"
            pending={saving}
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

const couldNot = (error: unknown) =>
  void toast({
    variant: 'destructive',
    title: 'Royal Scribes Report Error',
    description: sentenceOf(error),
  })

const WriteOrPreview = ({ form }: { form: UseFormReturn<DecreeFields, unknown, CreateBlogInput> }) => {
  const [tab, setTab] = useState('write')
  const { title, content, featuredImage } = form.getValues()
  return (
    <Tabs
      label="Decree"
      current={tab}
      onChange={setTab}
      tabs={[
        { key: 'write', label: 'Write', content: <DecreeFieldset form={form} /> },
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
  <article className="rf-decree pt-4">
    <h3 className="rf-decree-title">{title || 'Untitled'}</h3>
    {featuredImage && <img className="rf-decree-image" src={featuredImage} alt="" />}
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
