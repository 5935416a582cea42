import type { ReportTarget } from '#contract/moderation.constants.ts'
import { askToLogIn } from '#client/features/account/data/viewer/ask-to-log-in.ts'
import { currentViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { lazyComponent, useLazy } from '#client/ui/lazy-component.ts'

/** What is reported; `name` is used in the dialog's title: 'this post', '@handle'. */
export interface Reported {
  type: ReportTarget
  id: string
  name: string
}

export interface ReportProps {
  reported: Reported
  open: boolean
  onClose: () => void
}

const dialog = lazyComponent<ReportProps>(async () => (await import('./ReportDialog.tsx')).ReportDialog)

/**
 * The dialog for a report (DECISIONS row 10), loaded when it is first opened. Check `mayReport` before
 * opening it.
 */
export const ReportForm = (props: ReportProps) => {
  const Dialog = useLazy(dialog, props.open, props.onClose)
  return Dialog && <Dialog {...props} />
}

/** Whether the viewer may report; asks visitors to log in. */
export function mayReport(): boolean {
  if (currentViewer()) return true
  askToLogIn('Please log in to report.')
  return false
}
