import { Fragment } from 'react'
import { useIsStaff } from '#client/features/account/data/viewer/viewer.store.ts'
import { Dialog } from '#client/ui/Dialog.tsx'
import { Switch } from '#client/ui/Switch.tsx'
import { enableShortcuts, listShortcuts, useShortcutsStore } from './shortcuts.store.ts'
import './Shortcuts.css'

/** Every shortcut, and the switch that turns them off. */
export const ShortcutsDialog = () => {
  const { listed, enabled } = useShortcutsStore()
  const isStaff = useIsStaff()
  return (
    <Dialog
      open={listed}
      onOpenChange={listShortcuts}
      title="Keyboard shortcuts"
      description="They do nothing while you type."
    >
      <div className="grid gap-x-10 gap-y-6 sm:grid-cols-2">
        {[...SHORTCUTS, ...(isStaff ? [QUEUE] : [])].map(({ title, entries }) => (
          <section key={title} aria-label={title}>
            <h3 className="mb-2 font-text text-sm font-semibold text-ink-soft">{title}</h3>
            <dl className="flex flex-col gap-2">
              {entries.map(({ keys, does }) => (
                <div key={does} className="flex items-center justify-between gap-4">
                  <dt>{does}</dt>
                  <dd className="flex items-center gap-1 text-sm text-ink-soft">
                    <Keys keys={keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <Switch
        className="mt-5 border-t border-hairline pt-2"
        label="Single-key shortcuts"
        hint="Turn them off if you use speech input."
        checked={enabled}
        onChange={({ target }) => enableShortcuts(target.checked)}
      />
    </Dialog>
  )
}

const Keys = ({ keys }: { keys: readonly string[] }) =>
  keys.map((key, at) => (
    <Fragment key={key}>
      {at > 0 && 'then'}
      <kbd className="s-key">{key}</kbd>
    </Fragment>
  ))

interface Section {
  title: string
  entries: readonly { keys: readonly string[]; does: string }[]
}

/** For admins and moderators: the reports of the dashboard. */
const QUEUE: Section = {
  title: 'Reports',
  entries: [
    { keys: ['j'], does: 'Next report' },
    { keys: ['k'], does: 'Previous report' },
    { keys: ['o'], does: 'Look at the report' },
    { keys: ['r'], does: 'Resolve the report' },
    { keys: ['d'], does: 'Dismiss the report' },
  ],
}

/** The entries of the dialog, in order. Keys of one entry are pressed one after the other. */
const SHORTCUTS: readonly Section[] = [
  {
    title: 'Posts',
    entries: [
      { keys: ['j'], does: 'Next post' },
      { keys: ['k'], does: 'Previous post' },
      { keys: ['o'], does: 'Open the post' },
      { keys: ['l'], does: 'React to the post' },
      { keys: ['c'], does: 'Comment on the post' },
      { keys: ['n'], does: 'New post' },
    ],
  },
  {
    title: 'Rooms',
    entries: [
      { keys: ['g', 'h'], does: 'Home' },
      { keys: ['g', 'n'], does: 'Notifications' },
      { keys: ['g', 'm'], does: 'Messages' },
      { keys: ['g', 'p'], does: 'Profile' },
      { keys: ['/'], does: 'Search' },
      { keys: ['Ctrl K'], does: 'Jump by name' },
      { keys: ['?'], does: 'These shortcuts' },
    ],
  },
]
