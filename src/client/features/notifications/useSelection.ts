import { useState } from 'react'
import { markNotificationsRead } from '#client/features/notifications/data/notifications.actions.ts'
import { fetchUnread, type Only } from '#client/features/notifications/data/notifications.lists.ts'
import { unreadIds } from '#client/features/notifications/data/notifications.store.ts'
import { useWrite } from '#client/live/use-write.ts'

export type NotificationSelection = ReturnType<typeof useSelection>

/** The selected notifications, while some are being selected. One that is no longer shown is not selected. */
export function useSelection(shownIds: readonly string[]) {
  /** Null while nothing is being selected. */
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null)
  const ticked = chosen ?? NONE
  const selected = shownIds.filter((id) => ticked.has(id))
  const hasAll = (ids: readonly string[]) => ids.length > 0 && ids.every((id) => ticked.has(id))
  return {
    isOpen: chosen !== null,
    selected,
    some: shownIds.length > 0,
    all: hasAll(shownIds),
    hasAll,
    toggle: (ids: readonly string[]) =>
      setChosen(new Set(hasAll(ids) ? [...ticked].filter((id) => !ids.includes(id)) : [...ticked, ...ids])),
    select: (ids: readonly string[]) => setChosen(new Set(ids)),
    end: () => setChosen(null),
  }
}

const NONE: ReadonlySet<string> = new Set()

/** Marked in one call; the page keeps 500 notifications at most. */
const MAX_SELECTED = 400

/** Selects every unread notification: the pages that are not loaded yet are loaded first. */
export function useSelectAll(selection: NotificationSelection, only: Only) {
  const { run, pending: selecting } = useWrite()
  const loadAll = () => fetchUnread(only, () => unreadIds(only).length >= MAX_SELECTED)
  const selectAll = async () => {
    if (selection.all) return selection.select([])
    // From now on nothing is read by being seen.
    if (!selection.isOpen) selection.select([])
    if (await run({ write: loadAll, failed: 'Failed to load notifications' }))
      selection.select(unreadIds(only))
  }
  return { selecting, selectAll }
}

/** Marks the selected ones as read. */
export function useMarkSelectedRead(selection: NotificationSelection, onMarked: () => void) {
  const { run, pending: marking } = useWrite()
  const markRead = async () => {
    const ids = selection.selected
    const write = () => markNotificationsRead(ids)
    const failed = { title: 'Error', fallback: 'Failed to mark notifications as read' }
    if (!(await run({ write, failed }))) return
    selection.end()
    onMarked()
    // The button is removed: focus moves to the heading.
    document.querySelector<HTMLElement>('main h1')?.focus()
  }
  return { marking, markRead }
}
