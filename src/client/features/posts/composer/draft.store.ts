import { create } from 'zustand'
import { LIMITS } from '#contract/limits.ts'
import { isVisible } from '#contract/text.ts'
import { followViewer } from '#client/features/account/data/viewer/follow-viewer.ts'
import { onReset } from '#client/live/registry.ts'
import { localKept } from '#client/ui/storage.ts'

/** The post one is writing: the same at home, in Compose and in the hub. */
export interface PostDraft {
  text: string
  warned: boolean
  warning: string
  sensitive: boolean
  altText: string
  /** A file belongs to it; the uploads hold it. */
  hasMedia: boolean
}

interface DraftState extends PostDraft {
  viewerId: string
  /** media: its file is still on its way. post: what was written swirls away, and comes back if it fails. */
  sending: 'media' | 'post' | null
}

const EMPTY: PostDraft = {
  text: '',
  warned: false,
  warning: '',
  sensitive: false,
  altText: '',
  hasMedia: false,
}
const NOBODY: DraftState = { ...EMPTY, viewerId: '', sending: null }

export const usePostDraft = create<DraftState>(() => NOBODY)

export const draftKey = (viewerId: string): string => `royal-flush:draft:post:${viewerId}`
/** Where the uploads hold the file of this person's draft. */
export const draftSlot = (viewerId: string): string => `post:${viewerId}`

followViewer((viewerId) => usePostDraft.setState({ ...NOBODY, ...read(viewerId), viewerId }, true))
onReset(() => usePostDraft.setState(NOBODY, true))

/** What is written survives reload and crash. */
export function changeDraft(change: Partial<PostDraft>): void {
  usePostDraft.setState(change)
  const { viewerId, sending: _, ...draft } = usePostDraft.getState()
  localKept.keep(draftKey(viewerId), isEmpty(draft) ? '' : JSON.stringify(draft))
}

export const clearDraft = (): void => changeDraft(EMPTY)

export const setSending = (sending: DraftState['sending']): void => usePostDraft.setState({ sending })

const isEmpty = (draft: PostDraft) =>
  (Object.keys(EMPTY) as (keyof PostDraft)[]).every((key) => draft[key] === EMPTY[key])

function read(viewerId: string): Partial<PostDraft> {
  return localKept.readJson(draftKey(viewerId), toDraft) ?? {}
}

// Only what is of the right kind: an older version may have kept something else.
function toDraft(value: unknown): Partial<PostDraft> | null {
  if (typeof value !== 'object' || value === null) return null
  const fitting = Object.entries(value).filter(
    ([name, held]) => name in EMPTY && typeof held === typeof EMPTY[name as keyof PostDraft],
  )
  return Object.fromEntries(fitting)
}

/**
 * May it be submitted? The button hangs on it (product section 5). Apart from the rules' sentences, which the
 * first page does not need.
 */
export const canFlush = (text: string): boolean => isVisible(text) && text.length <= LIMITS.postText
