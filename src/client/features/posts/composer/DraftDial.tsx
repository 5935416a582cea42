import { ROAST_DIAL, type RoastDial } from '#contract/posts.constants.ts'
import { DIAL_WORDS } from '#client/features/posts/card/DialBadge.tsx'
import { Segmented } from '#client/ui/Segmented.tsx'
import { changeDraft, usePostDraft } from '../data/draft.store.ts'

const RULES: Record<RoastDial, string> = {
  roast: 'Everybody can comment. Brace yourself.',
  gentle: 'Only people you follow or mention can comment.',
  closed: 'Nobody can comment.',
}

const OPTIONS = ROAST_DIAL.map((value) => ({ value, label: DIAL_WORDS[value].label }))

/** The three positions of the roast dial, with what the chosen one means. */
export const DraftDial = () => {
  const { dial, sending } = usePostDraft()
  const value = dial || 'roast'
  return (
    <div className="flex flex-col gap-1.5">
      <Segmented
        label="Roast dial"
        options={OPTIONS}
        value={value}
        onChange={(position) => sending === null && changeDraft({ dial: position })}
      />
      <p className="text-sm text-ink-faint">{RULES[value]}</p>
    </div>
  )
}
