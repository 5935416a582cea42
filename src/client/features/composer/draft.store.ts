import { create } from 'zustand'
import { followViewer } from '#client/entities/viewer/follow-viewer.ts'
import { onReset } from '#client/live/registry.ts'
import { keepStored, readStored } from './stored.ts'

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

const EMPTY: PostDraft = { text: '', warned: false, warning: '', sensitive: false, altText: '', hasMedia: false }
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
  keepStored(draftKey(viewerId), isEmpty(draft) ? '' : JSON.stringify(draft))
}

export const clearDraft = (): void => changeDraft(EMPTY)

export const setSending = (sending: DraftState['sending']): void => usePostDraft.setState({ sending })

const isEmpty = (draft: PostDraft) => (Object.keys(EMPTY) as (keyof PostDraft)[]).every((key) => draft[key] === EMPTY[key])

function read(viewerId: string): Partial<PostDraft> {
  try {
    return JSON.parse(readStored(draftKey(viewerId)) ?? '{}') as Partial<PostDraft>
  } catch {
    // Half-written by a crash: as good as none.
    return {}
  }
}
