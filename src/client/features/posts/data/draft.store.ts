import { create } from 'zustand'
import { LIMITS } from '#contract/limits.ts'
import type { RoastDial } from '#contract/posts.constants.ts'
import { isVisible } from '#contract/text.ts'
import { followViewer } from '#client/features/account/data/viewer/follow-viewer.ts'
import { onReset } from '#client/live/registry.ts'
import { parsed } from '#client/ui/storage.ts'
import { storeDraft, onDraftTaken, peekDraft, takeDraft } from '#client/ui/tab-drafts.ts'

/** The post being written: one draft for the home page, /compose and the activity page. */
export interface PostDraft {
  text: string
  warned: boolean
  warning: string
  sensitive: boolean
  /** By the id of the upload; only those with words. */
  altTexts: Readonly<Record<string, string>>
  /** It has files, which the uploads store holds. */
  hasMedia: boolean
  /** The answers of its poll; none when it has no poll. */
  pollOptions: readonly string[]
  pollHours: number
  /** The post that it quotes; '' for none. */
  quotedId: string
  /** The link whose preview the author has hidden; '' for none. */
  hiddenPreview: string
  /** Who may comment; '' when the author says nothing about it. */
  dial: RoastDial | ''
}

interface DraftState extends PostDraft {
  viewerId: string
  /** media: its file is uploading. post: the post is being sent; the text comes back if that fails. */
  sending: 'media' | 'post' | null
}

const EMPTY: PostDraft = {
  text: '',
  warned: false,
  warning: '',
  sensitive: false,
  altTexts: {},
  hasMedia: false,
  pollOptions: [],
  pollHours: 24,
  quotedId: '',
  hiddenPreview: '',
  dial: '',
}
const NOBODY: DraftState = { ...EMPTY, viewerId: '', sending: null }

export const usePostDraft = create<DraftState>(() => NOBODY)

export const postDraftKey = (viewerId: string): string => `royal-flush:draft:post:${viewerId}`
/** The slot of the uploads store for the files of this person's draft. */
export const draftSlot = (viewerId: string): string => `post:${viewerId}`

let stopFollowing = (): void => undefined

followViewer((viewerId) => {
  usePostDraft.setState({ ...NOBODY, ...load(viewerId), viewerId }, true)
  stopFollowing()
  stopFollowing = onDraftTaken(postDraftKey(viewerId), () => changeDraft({}))
})
onReset(() => usePostDraft.setState(NOBODY, true))

/** Changes the draft and stores it in the browser, so that it survives a reload. */
export function changeDraft(change: Partial<PostDraft>): void {
  usePostDraft.setState(change)
  const { viewerId, sending: _, ...draft } = usePostDraft.getState()
  storeDraft(postDraftKey(viewerId), isEmpty(draft) ? '' : JSON.stringify(draft))
}

/** Changes the alt text of one picture. */
export function changeAltText(id: string, words: string): void {
  const { [id]: _, ...others } = usePostDraft.getState().altTexts
  changeDraft({ altTexts: words === '' ? others : { ...others, [id]: words } })
}

export const clearDraft = (): void => changeDraft(EMPTY)

export const setSending = (sending: DraftState['sending']): void => usePostDraft.setState({ sending })

const isEmpty = (draft: PostDraft) => JSON.stringify({ ...EMPTY, ...draft }) === JSON.stringify(EMPTY)

function load(viewerId: string): Partial<PostDraft> {
  takeDraft(postDraftKey(viewerId))
  const kept = peekDraft(postDraftKey(viewerId))
  return (kept && toDraft(parsed(kept))) || {}
}

// Only fields of the right type: an older version may have stored others.
function toDraft(value: unknown): Partial<PostDraft> | null {
  if (typeof value !== 'object' || value === null) return null
  const fitting = Object.entries(value).filter(
    ([name, value]) =>
      name in EMPTY && value !== null && typeof value === typeof EMPTY[name as keyof PostDraft],
  )
  return Object.fromEntries(fitting)
}

/**
 * Whether the text may be submitted; the button is disabled otherwise (product section 5). Not in post-
 * rules.ts, because the first page does not need its messages.
 */
export const canFlush = (text: string): boolean => isVisible(text) && text.length <= LIMITS.postText
