import { EyeOff, TriangleAlert } from 'lucide-react'
import type { RefObject } from 'react'
import { LIMITS } from '#contract/limits.ts'
import { PickButtons } from '#client/features/media/PickButtons.tsx'
import { COMPOSER_LIMITS } from '#client/features/media/picker-rules.ts'
import { IconButton } from '#client/ui/IconButton.tsx'
import { Input } from '#client/ui/Input.tsx'
import { DialButton } from './DialTool.tsx'
import { DraftParts } from './DraftParts.tsx'
import { DraftMarks } from './ExtrasFields.tsx'
import { PollButton } from './PollTool.tsx'
import { changeDraft, draftSlot, usePostDraft } from '../data/draft.store.ts'
// Loaded now, so that sending does not wait for it.
import './send-draft.ts'
import './ComposerExtras.css'

export interface ComposerExtrasProps {
  form: RefObject<HTMLFormElement | null>
  expanded: boolean
}

/** The home composer's picture or video, warning and 'sensitive' toggle. Loaded after the page. */
export const ComposerExtras = ({ form, expanded }: ComposerExtrasProps) => {
  const { viewerId, warned, warning, sensitive, sending } = usePostDraft()
  const slot = draftSlot(viewerId)
  const busy = sending !== null
  return (
    <>
      <div className="s-composer-extras">
        <DraftParts slot={slot} withDial={expanded} />
        {expanded && <DraftMarks />}
        {expanded && warned && (
          <Input
            aria-label="Warning"
            placeholder="What should people brace for?"
            maxLength={LIMITS.contentWarn}
            value={warning}
            readOnly={busy}
            onChange={({ target }) => changeDraft({ warning: target.value })}
          />
        )}
      </div>
      <div className="s-composer-tools">
        <PickButtons
          area={form}
          slot={slot}
          purpose="post"
          limits={COMPOSER_LIMITS}
          most={LIMITS.pictures}
          disabled={busy}
        />
        {expanded && (
          <>
            <PollButton disabled={busy} />
            <DialButton disabled={busy} />
            <Toggle
              label="Content warning"
              icon={<TriangleAlert />}
              on={warned}
              disabled={busy}
              onToggle={(on) => changeDraft({ warned: on })}
            />
            <Toggle
              label="Sensitive content"
              icon={<EyeOff />}
              on={sensitive}
              disabled={busy}
              onToggle={(on) => changeDraft({ sensitive: on })}
            />
          </>
        )}
      </div>
    </>
  )
}

interface ToggleProps {
  label: string
  icon: React.ReactNode
  on: boolean
  disabled: boolean
  onToggle: (on: boolean) => void
}

const Toggle = ({ label, icon, on, disabled, onToggle }: ToggleProps) => (
  <IconButton
    label={label}
    icon={icon}
    aria-pressed={on}
    disabled={disabled}
    className="s-composer-toggle"
    onClick={() => onToggle(!on)}
  />
)
