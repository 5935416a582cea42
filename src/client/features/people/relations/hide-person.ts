import { hide, unhide } from '#client/features/people/data/relations/relations.actions.ts'
import type { RelationKind } from '#client/features/people/data/relations/relations.actions.ts'
import { runWrite } from '#client/live/use-write.ts'
import type { Write } from '#client/live/use-write.ts'

/** The person who is muted or blocked. */
export interface Hidden {
  id: string
  handle: string
}

const WORDS: Record<
  RelationKind,
  { title: string; description: string; failed: string; over: string; notOver: string }
> = {
  mute: {
    title: 'muted',
    description: 'You will not see their posts any more.',
    failed: 'Failed to mute user',
    over: 'unmuted',
    notOver: 'Failed to unmute user',
  },
  block: {
    title: 'blocked',
    description: 'You will not see each other any more.',
    failed: 'Failed to block user',
    over: 'unblocked',
    notOver: 'Failed to unblock user',
  },
}

/** The write that mutes or blocks a person; its toast offers to undo it. */
export function hideWrite({ id, handle }: Hidden, kind: RelationKind): Write<void> {
  const { title, description, failed } = WORDS[kind]
  const undo = () => void runWrite({ write: () => unhide(id, kind), failed: 'Failed to undo' })
  return {
    write: () => hide(id, kind),
    done: () => ({ title: `@${handle} ${title}`, description, action: { label: 'Undo', onSelect: undo } }),
    failed,
  }
}

/** Mutes or blocks a person. Resolves to whether it succeeded. */
export const hidePerson = (person: Hidden, kind: RelationKind): Promise<boolean> =>
  runWrite(hideWrite(person, kind))

/** The write that ends a mute or a block. */
export const unhideWrite = ({ id, handle }: Hidden, kind: RelationKind): Write<void> => ({
  write: () => unhide(id, kind),
  done: `@${handle} ${WORDS[kind].over}`,
  failed: WORDS[kind].notOver,
})

/** Ends a mute or a block. Resolves to whether it succeeded. */
export const unhidePerson = (person: Hidden, kind: RelationKind): Promise<boolean> =>
  runWrite(unhideWrite(person, kind))
