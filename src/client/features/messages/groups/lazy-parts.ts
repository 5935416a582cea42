import type { ActorView } from '#contract/people.ts'
import { lazyComponent } from '#client/ui/lazy-component.ts'
import type { FollowMembersProps, GroupLineProps, ReadersProps, ReadersSheetProps } from './in-thread.tsx'

// What the thread of a group has besides: loaded with the first group.
const inThread = () => import('./in-thread.tsx')

export const followMembers = lazyComponent<FollowMembersProps>(async () => (await inThread()).FollowMembers)
export const groupLine = lazyComponent<GroupLineProps>(async () => (await inThread()).GroupLine)
export const readersOfLast = lazyComponent<ReadersProps>(async () => (await inThread()).Readers)
export const readersSheet = lazyComponent<ReadersSheetProps>(async () => (await inThread()).ReadersSheet)
export const authorMark = lazyComponent<{ person: ActorView }>(async () => (await inThread()).AuthorMark)
