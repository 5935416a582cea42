import { Plus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import type { FunnelStep, FunnelView } from '#contract/analytics.funnels.ts'
import { EVENT_NAMES, FUNNEL, FUNNEL_MESSAGES, STEP_PATH } from '#contract/analytics.report.constants.ts'
import { makeFunnel, renameFunnel } from '#client/features/analytics/data/report.actions.ts'
import { useWrite } from '#client/live/use-write.ts'
import { Button } from '#client/ui/Button.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import { Field } from '#client/ui/Field.tsx'
import { IconButton } from '#client/ui/IconButton.tsx'
import { Input, Select } from '#client/ui/Input.tsx'
import { submitted } from '#client/ui/submitted.ts'

interface FunnelDialogProps {
  /** The funnel to rename; null for a new one. */
  funnel: FunnelView | null
  onClose: () => void
  onSaved: () => void
}

/** Makes a funnel, or renames one. */
export const FunnelDialog = ({ funnel, onClose, onSaved }: FunnelDialogProps) => (
  <Dialog
    open
    onOpenChange={(open) => !open && onClose()}
    title={funnel ? 'Rename funnel' : 'New funnel'}
    description={
      funnel
        ? 'The steps and counts stay.'
        : 'Choose two to five steps. We count from now on. You cannot change the steps later.'
    }
  >
    <FunnelForm funnel={funnel} onClose={onClose} onSaved={onSaved} />
  </Dialog>
)

/** A step as it is typed; both inputs are kept while the kind is changed. */
interface Draft {
  key: number
  kind: FunnelStep['kind']
  path: string
  event: string
}

const stepOf = ({ kind, path, event }: Draft): FunnelStep =>
  kind === 'page' ? { kind, path: path.trim() } : { kind, event }

const FunnelForm = ({ funnel, onClose, onSaved }: FunnelDialogProps) => {
  const [name, setName] = useState(funnel?.name ?? '')
  const [steps, setSteps] = useState<readonly Draft[]>([draft(0), draft(1)])
  const nextKey = useRef(2)
  const [isChecked, setChecked] = useState(false)
  const { pending, run } = useWrite()
  const isNameless = name.trim() === ''
  const hasWrongPath =
    !funnel && steps.some(({ kind, path }) => kind === 'page' && !STEP_PATH.test(path.trim()))
  const save = async () => {
    setChecked(true)
    if (isNameless || hasWrongPath) return
    const isSaved = await run({
      write: () =>
        funnel
          ? renameFunnel(funnel.id, name.trim())
          : makeFunnel({ name: name.trim(), steps: steps.map(stepOf) }),
      done: funnel ? 'Funnel Renamed' : 'Funnel Created',
      failed: { title: 'Error', sentence: `Failed to ${funnel ? 'rename' : 'create'} the funnel` },
    })
    if (!isSaved) return
    onSaved()
    onClose()
  }
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={submitted(save)}>
      <Field label="Name" error={isChecked && isNameless ? FUNNEL_MESSAGES.name : undefined}>
        <Input value={name} maxLength={FUNNEL.name} onChange={({ target }) => setName(target.value)} />
      </Field>
      {!funnel && <StepRows {...{ steps, isChecked, setSteps }} />}
      <div className="flex flex-wrap gap-3">
        {!funnel && steps.length < FUNNEL.mostSteps && (
          <Button icon={<Plus />} onClick={() => setSteps([...steps, draft(nextKey.current++)])}>
            Add Step
          </Button>
        )}
        <Button type="submit" variant="primary" pending={pending}>
          {funnel ? 'Rename Funnel' : 'Create Funnel'}
        </Button>
      </div>
    </form>
  )
}

interface StepRowsProps {
  steps: readonly Draft[]
  isChecked: boolean
  setSteps: (steps: readonly Draft[]) => void
}

const StepRows = ({ steps, isChecked, setSteps }: StepRowsProps) => (
  <>
    {steps.map((step, at) => (
      <StepRow
        key={step.key}
        number={at + 1}
        step={step}
        isChecked={isChecked}
        onChange={(to) => setSteps(steps.map((one) => (one === step ? { ...step, ...to } : one)))}
        onRemove={
          steps.length > FUNNEL.fewestSteps ? () => setSteps(steps.filter((one) => one !== step)) : undefined
        }
      />
    ))}
    <p className="text-sm text-pretty text-ink-soft">
      A page is /feed, or / for the homepage. All pages below one end in a star: /p/* is any drop, /u/* any
      profile, /blog/* any decree, /* any page.
    </p>
  </>
)

const draft = (key: number): Draft => ({ key, kind: 'page', path: '', event: EVENT_NAMES[0]! })

interface StepRowProps {
  number: number
  step: Draft
  isChecked: boolean
  onChange: (to: Partial<Draft>) => void
  onRemove: (() => void) | undefined
}

const StepRow = ({ number, step: { kind, path, event }, isChecked, onChange, onRemove }: StepRowProps) => (
  <div className="flex items-start gap-2">
    <Field label={`Step ${number}`} className="w-28 shrink-0">
      <Select
        value={kind}
        onChange={({ target }) => onChange({ kind: target.value === 'event' ? 'event' : 'page' })}
      >
        <option value="page">Page</option>
        <option value="event">Event</option>
      </Select>
    </Field>
    {kind === 'page' ? (
      <Field
        label={`Page of step ${number}`}
        error={isChecked && !STEP_PATH.test(path.trim()) ? FUNNEL_MESSAGES.path : undefined}
        className="min-w-0 flex-1"
      >
        <Input
          value={path}
          maxLength={FUNNEL.path}
          placeholder="/feed"
          autoCapitalize="off"
          spellCheck={false}
          onChange={({ target }) => onChange({ path: target.value })}
        />
      </Field>
    ) : (
      <Field label={`Event of step ${number}`} className="min-w-0 flex-1">
        <Select value={event} onChange={({ target }) => onChange({ event: target.value })}>
          {EVENT_NAMES.map((one) => (
            <option key={one} value={one}>
              {one.replace('/', ': ')}
            </option>
          ))}
        </Select>
      </Field>
    )}
    {onRemove && (
      <IconButton label={`Remove step ${number}`} icon={<X />} className="mt-7" onClick={onRemove} />
    )}
  </div>
)
