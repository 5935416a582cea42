import type { ProfileView } from '#contract/people.ts'
import type { Viewer } from '#server/platform/viewer.ts'

type Standing = Omit<ProfileView['viewer'], 'can'>

/**
 * Where the viewer stands with a person: blocks make following and messages impossible, in either direction.
 */
export function standingWith(
  viewer: Viewer | null,
  person: { id: string },
  known: { follows: boolean; blocked: boolean },
): ProfileView['viewer'] {
  const isSelf = viewer?.id === person.id
  const standing: Standing = {
    isSelf,
    follows: known.follows,
    muted: viewer?.muted.has(person.id) ?? false,
    blocked: known.blocked,
  }
  const mayReach = viewer !== null && !isSelf && !viewer.blocked.has(person.id)
  return { ...standing, can: { follow: mayReach, message: mayReach, edit: isSelf } }
}
