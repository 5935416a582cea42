import { Download } from 'lucide-react'
import { Fragment } from 'react'
import type { MouseEvent } from 'react'
import { EXPORT_DATA, EXPORT_PAGES } from '#client/features/account/data/privacy/privacy.actions.ts'
import { privacySettings } from '#client/features/account/data/privacy/privacy.store.ts'
import { assureProof } from '#client/features/account/data/proof/proof.store.ts'
import { download } from '#client/live/download.ts'
import { toastFailure } from '#client/live/failure-toast.ts'
import { WriteButton } from '#client/live/WriteButton.tsx'
import { ButtonLabel, buttonClass } from '#client/ui/Button.tsx'
import { Card } from '#client/ui/Card.tsx'
import { longDate } from '#client/ui/locale.ts'

const AGES = { '16-17': '16 or 17', '18+': '18 or over' } as const

/** The account's data (product section 3, Privacy settings). */
const HeldFacts = () => {
  const settings = privacySettings.use()
  if (!settings) return null
  const facts = [
    ['Handle', `@${settings.handle}`],
    ['Email', settings.email],
    ['Account created', longDate(Date.parse(settings.createdAt))],
    ['Age', settings.agreed?.ageBand ? AGES[settings.agreed.ageBand] : 'Not noted'],
    ['Terms accepted', settings.agreed?.terms ? longDate(Date.parse(settings.agreed.at)) : 'Not noted'],
    ['Last log-in', settings.lastLoginAt ? longDate(Date.parse(settings.lastLoginAt)) : 'Not noted'],
  ]
  return (
    <dl className="grid gap-x-6 pb-4 sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-y-2">
      {facts.map(([name, value]) => (
        <Fragment key={name}>
          <dt className="text-ink-soft">{name}</dt>
          <dd className="one-line max-sm:mb-3">{value}</dd>
        </Fragment>
      ))}
    </dl>
  )
}

const EXPORT_FAILED = {
  title: 'Export Failed',
  sentence: 'Failed to export your data. Please try again.',
}

/** Everything the site knows about a person, as data and as pages to read. */
export const ExportCard = () => {
  const exportPages = async (event: MouseEvent) => {
    event.preventDefault()
    try {
      await assureProof()
      location.assign(EXPORT_PAGES)
    } catch (error) {
      toastFailure(error, EXPORT_FAILED)
    }
  }
  return (
    <Card title="Your data">
      <HeldFacts />
      <p className="pb-4 text-ink-soft">
        You get everything you wrote here and what we know about you. Of messages from others you get only who
        wrote and when.
      </p>
      <div className="flex flex-wrap gap-3">
        <WriteButton
          icon={<Download />}
          pendingLabel="Exporting..."
          does={{
            write: () => download(EXPORT_DATA),
            done: 'Data Export Complete',
            failed: EXPORT_FAILED,
          }}
        >
          Export My Data
        </WriteButton>
        {/* The file may be large: the browser streams it to the disk. */}
        <a
          className={buttonClass({})}
          href={EXPORT_PAGES}
          download
          onClick={(event) => void exportPages(event)}
        >
          <ButtonLabel>Export as pages with pictures</ButtonLabel>
        </a>
      </div>
    </Card>
  )
}
