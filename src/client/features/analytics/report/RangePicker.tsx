import { useState } from 'react'
import type { ReportQuery } from '#contract/analytics.report.ts'
import { RANGES, REPORT, REPORT_MESSAGES } from '#contract/analytics.report.constants.ts'
import { Button } from '#client/ui/Button.tsx'
import { Field } from '#client/ui/Field.tsx'
import { Input } from '#client/ui/Input.tsx'
import { Segmented } from '#client/ui/Segmented.tsx'
import { RANGE_NAMES } from './report-query.ts'
import { serverNow } from '#client/ui/server-time.ts'

const OPTIONS = RANGES.map((value) => ({ value, label: RANGE_NAMES[value] }))
const dateOf = (daysAgo: number): string =>
  new Date(serverNow() - daysAgo * 24 * 3600_000).toISOString().slice(0, 10)

interface RangePickerProps {
  query: ReportQuery
  onChange: (query: ReportQuery) => void
}

/** The ranges in a row; own dates have a form below it. */
export const RangePicker = ({ query, onChange }: RangePickerProps) => {
  const [isChoosing, setChoosing] = useState(query.range === 'own')
  const shown = isChoosing ? 'own' : query.range
  return (
    <>
      <div className="overflow-x-auto py-0.5">
        <Segmented
          label="Range"
          className="max-sm:grid max-sm:w-full max-sm:grid-cols-3"
          options={OPTIONS}
          value={shown}
          onChange={(range) => {
            setChoosing(range === 'own')
            const { from: _, to: __, ...others } = query
            if (range !== 'own') onChange({ ...others, range })
          }}
        />
      </div>
      {shown === 'own' && <Dates query={query} onChange={onChange} />}
    </>
  )
}

const Dates = ({ query, onChange }: RangePickerProps) => {
  const [from, setFrom] = useState(query.from ?? dateOf(13))
  const [to, setTo] = useState(query.to ?? dateOf(0))
  const [isChecked, setChecked] = useState(false)
  const isWrong = !from || !to || from > to || to > dateOf(0) || from < dateOf(REPORT.days - 1)
  return (
    <form
      noValidate
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        setChecked(true)
        if (!isWrong) onChange({ ...query, range: 'own', from, to })
      }}
    >
      <Field label="From">
        <Input
          type="date"
          value={from}
          min={dateOf(REPORT.days - 1)}
          max={dateOf(0)}
          onChange={({ target }) => setFrom(target.value)}
        />
      </Field>
      <Field label="To">
        <Input
          type="date"
          value={to}
          min={dateOf(REPORT.days - 1)}
          max={dateOf(0)}
          onChange={({ target }) => setTo(target.value)}
        />
      </Field>
      <Button type="submit">Show</Button>
      {isChecked && isWrong && (
        <p role="alert" className="basis-full text-sm text-danger-ink">
          {from && to && from <= to && to <= dateOf(0) ? REPORT_MESSAGES.tooFar : REPORT_MESSAGES.dates}
        </p>
      )}
    </form>
  )
}
