import { useRef, useState } from 'react'
import { SCHEDULE_WITHIN_MS } from '#contract/blog.constants.ts'
import { Button } from '#client/ui/Button.tsx'
import { Field } from '#client/ui/Field.tsx'
import { Input } from '#client/ui/Input.tsx'
import { serverNow } from '#client/ui/server-time.ts'

interface PublishAtProps {
  /** ISO 8601; null: at no set time. */
  at: string | null
  error: string | undefined
  onChange: (at: string | null) => void
}

/** The time at which an article is published by itself, in the writer's time zone. */
export const PublishAt = ({ at, error, onChange }: PublishAtProps) => {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(() => localTime(at))
  const [openedAt] = useState(() => serverNow())
  const change = (value: string) => {
    setTyped(value)
    onChange(fromLocalTime(value))
  }
  const clear = () => {
    change('')
    input.current?.focus()
  }
  return (
    <Field label="Publish at" hint="In thy time zone. Blank: it stays a draft." error={error}>
      <div className="flex items-center gap-2">
        <Input
          ref={input}
          type="datetime-local"
          name="publishAt"
          dir="ltr"
          min={localTime(openedAt)}
          max={localTime(openedAt + SCHEDULE_WITHIN_MS)}
          // What is being typed stays as it is, also a year of which digits are missing.
          value={fromLocalTime(typed) === at ? typed : localTime(at)}
          onInput={({ currentTarget }) => change(currentTarget.value)}
        />
        {at && (
          <Button variant="ghost" onClick={clear}>
            Clear
          </Button>
        )}
      </div>
    </Field>
  )
}

/** '2026-11-24T09:30', as the browser's field has it. */
function localTime(at: string | number | null): string {
  if (at === null) return ''
  const date = new Date(at)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

function fromLocalTime(typed: string): string | null {
  const date = new Date(typed)
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}
