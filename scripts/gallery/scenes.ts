import type { Scene } from './scene.ts'
import { ACCOUNT } from './scenes/account.ts'
import { ENTRANCE } from './scenes/entrance.ts'
import { FEED } from './scenes/feed.ts'
import { PEOPLE } from './scenes/people.ts'
import { THRONE } from './scenes/throne.ts'

/** The gallery by its halls, in the order in which one walks through. */
export const HALLS: readonly { readonly title: string; readonly scenes: readonly Scene[] }[] = [
  { title: 'Before the door', scenes: ENTRANCE },
  { title: 'Reading and writing', scenes: FEED },
  { title: 'People', scenes: PEOPLE },
  { title: "One's own account", scenes: ACCOUNT },
  { title: 'The throne', scenes: THRONE },
]

export const SCENES: readonly Scene[] = HALLS.flatMap(({ scenes }) => scenes)
