import { Plus, X } from 'lucide-react'
import { POLL } from '#contract/posts.constants.ts'
import { Button } from '#client/ui/Button.tsx'
import { Field } from '#client/ui/Field.tsx'
import { IconButton } from '#client/ui/IconButton.tsx'
import { Input, Select } from '#client/ui/Input.tsx'
import { changeDraft, usePostDraft } from '../data/draft.store.ts'

const HOURS = [
  [1, '1 hour'],
  [6, '6 hours'],
  [24, '1 day'],
  [3 * 24, '3 days'],
  [7 * 24, '7 days'],
] as const

/** The answers of the draft's poll, and when it ends. */
export const DraftPoll = () => {
  const { pollOptions, pollHours, sending } = usePostDraft()
  const busy = sending !== null
  const change = (options: readonly string[]) => changeDraft({ pollOptions: options })
  return (
    <fieldset disabled={busy} className="flex min-w-0 flex-col gap-2 rounded-md border border-hairline p-3">
      <legend className="sr-only">Poll</legend>
      {pollOptions.map((text, at) => (
        // Answers have no identity but their place.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={at} className="flex items-center gap-1">
          <Input
            aria-label={`Answer ${at + 1}`}
            placeholder={`Answer ${at + 1}`}
            maxLength={POLL.optionText}
            value={text}
            className="min-w-0 flex-1"
            onChange={({ target }) => change(pollOptions.with(at, target.value))}
          />
          {pollOptions.length > POLL.fewest && (
            <IconButton
              label={`Remove answer ${at + 1}`}
              icon={<X />}
              size="sm"
              onClick={() => change(pollOptions.toSpliced(at, 1))}
            />
          )}
        </div>
      ))}
      <div className="flex flex-wrap items-end justify-between gap-2">
        <Field label="Ends after">
          <Select
            value={pollHours}
            onChange={({ target }) => changeDraft({ pollHours: Number(target.value) })}
          >
            {HOURS.map(([hours, words]) => (
              <option key={hours} value={hours}>
                {words}
              </option>
            ))}
          </Select>
        </Field>
        {pollOptions.length < POLL.most && (
          <Button size="sm" icon={<Plus />} onClick={() => change([...pollOptions, ''])}>
            Add an answer
          </Button>
        )}
      </div>
    </fieldset>
  )
}
