import { fold, nameStarts } from '#contract/fold.ts'
import type { ActorView, UserView } from '#contract/people.ts'

interface Candidates {
  /** What is typed after the @. */
  query: string
  /** Whom the viewer talks with or follows, the closest first. */
  close: readonly ActorView[]
  /** What the server's search has found, perhaps for a text that was typed before. */
  found: readonly UserView[]
  isLeftOut: (person: ActorView) => boolean
}

/** Whom to offer: the close ones by this name, then those found whom the viewer follows, then the others. */
export function rankPeople({ query, close, found, isLeftOut }: Candidates): ActorView[] {
  const strangers = query === '' ? [] : found
  const followed = strangers.filter(({ isFollowing }) => isFollowing)
  const people = new Map<string, ActorView>()
  for (const person of [...close, ...followed, ...strangers])
    if (!people.has(person.id) && !isLeftOut(person) && isNamed(person, query)) people.set(person.id, person)
  return [...people.values()]
}

/** Whether the handle, or a word of the name, begins so: what the server's search finds. */
function isNamed({ handle, displayName }: ActorView, query: string): boolean {
  const wanted = fold(query)
  return [handle, ...nameStarts(displayName)].some((start) => start.startsWith(wanted))
}
