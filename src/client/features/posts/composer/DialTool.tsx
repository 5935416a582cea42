import { Flame } from 'lucide-react'
import { IconButton } from '#client/ui/IconButton.tsx'
import { lazyComponent } from '#client/ui/lazy-component.ts'
import { changeDraft, usePostDraft } from '../data/draft.store.ts'

// Fetched when the dial is first turned: most drafts leave it alone.
const { Late: DraftDial } = lazyComponent<object>(async () => (await import('./DraftDial.tsx')).DraftDial)

/** The choice of the draft's roast dial, while it is turned on. */
export const DraftDialSlot = () => {
  const isOn = usePostDraft(({ dial }) => dial !== '')
  return isOn && <DraftDial />
}

/** Turns the roast dial of the draft on or off. */
export const DialButton = ({ disabled }: { disabled: boolean }) => {
  const isOn = usePostDraft(({ dial }) => dial !== '')
  return (
    <IconButton
      label="Roast dial"
      icon={<Flame />}
      aria-pressed={isOn}
      disabled={disabled}
      className="s-composer-toggle"
      onClick={() => changeDraft({ dial: isOn ? '' : 'roast' })}
    />
  )
}
