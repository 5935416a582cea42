import { hide, unhide } from '#client/features/people/data/relations/relations.actions.ts'
import type { RelationKind } from '#client/features/people/data/relations/relations.actions.ts'
import { toastFailure } from '#client/live/failure-toast.ts'
import { toast } from '#client/ui/toast.ts'

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
    description: 'You will not meet their posts any more.',
    failed: 'Failed to mute user',
    over: 'unmuted',
    notOver: 'Failed to unmute user',
  },
  block: {
    title: 'blocked',
    description: 'You will not meet each other any more.',
    failed: 'Failed to block user',
    over: 'unblocked',
    notOver: 'Failed to unblock user',
  },
}

/** Mutes or blocks a person; the toast offers to undo it. Resolves to whether it succeeded. */
export async function hidePerson({ id, handle }: Hidden, kind: RelationKind): Promise<boolean> {
  const words = WORDS[kind]
  try {
    await hide(id, kind)
    const undo = () => void unhide(id, kind).catch((error: unknown) => failed('Failed to undo', error))
    toast({
      title: `@${handle} ${words.title}`,
      description: words.description,
      action: { label: 'Undo', onSelect: undo },
    })
    return true
  } catch (error) {
    return failed(words.failed, error)
  }
}

/** Ends a mute or a block. Resolves to whether it succeeded. */
export async function unhidePerson({ id, handle }: Hidden, kind: RelationKind): Promise<boolean> {
  const words = WORDS[kind]
  try {
    await unhide(id, kind)
    toast({ title: `@${handle} ${words.over}` })
    return true
  } catch (error) {
    return failed(words.notOver, error)
  }
}

function failed(title: string, error: unknown): false {
  toastFailure(error, title)
  return false
}
