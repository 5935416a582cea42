import type { ActorView } from '#contract/people.ts'
import { ReportForm } from '#client/features/moderation/report/Report.tsx'
import { BlockDialog } from '#client/features/people/relations/BlockDialog.tsx'

export interface AskAboutPersonProps {
  person: ActorView
  asks: 'report' | 'block' | null
  onClose: () => void
  /** Only when they are blocked now. */
  onBlocked?: () => void
}

/** The dialogs that report and block the other person of a conversation. */
export const AskAboutPerson = ({ person, asks, onClose, onBlocked }: AskAboutPersonProps) => (
  <>
    <ReportForm
      reported={{ type: 'user', id: person.id, name: `@${person.handle}` }}
      open={asks === 'report'}
      onClose={onClose}
    />
    <BlockDialog person={person} open={asks === 'block'} onClose={onClose} onBlocked={onBlocked} />
  </>
)
