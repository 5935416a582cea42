import type { LucideIcon } from 'lucide-react'
import { MessageCircle, Search } from 'lucide-react'
import { useShallow } from 'zustand/react/shallow'
import type { ActorView } from '#contract/people.ts'
import { useViewer } from '#client/features/account/data/viewer/viewer.store.ts'
import { conversationsIn } from '#client/features/messages/data/conversation-lists.ts'
import { useConversationsStore } from '#client/features/messages/data/conversations.store.ts'
import { useNamedPeople } from '#client/features/people/lists/useNamedPeople.ts'
import { navFor } from '../layout/nav.ts'
import { pagesNamed } from './jump-pages.ts'

/** A place to jump to: a page, or a person with their conversation or profile. */
export interface JumpTarget {
  to: string
  label: string
  icon?: LucideIcon
  person?: ActorView
}

/** Of each kind. */
const MAX_OFFERED = 5

/** What fits what was typed: pages, conversations, people, and a search for the words. */
export function useJumpTargets(typed: string): JumpTarget[] {
  const words = typed.trim().toLocaleLowerCase().replace(/^@/, '')
  const viewer = useViewer()
  const chats = useConversationsStore(useShallow((state) => conversationsIn('list', state)))
  const named = useNamedPeople(words)
  const fits = (...names: string[]) => names.some((name) => name.toLocaleLowerCase().includes(words))
  const fittingChats = chats
    .flatMap(({ id, participants }) => {
      const person = participants.find((one) => one.id !== viewer?.id)
      return person && fits(person.displayName, person.handle) ? [{ id, person }] : []
    })
    .slice(0, MAX_OFFERED)
  const isEmpty = words === ''
  return [
    ...(isEmpty ? [] : pagesNamed(words, viewer)),
    ...fittingChats.map(({ id, person }) => ({
      to: `/messages?conversation=${id}`,
      label: person.displayName,
      icon: MessageCircle,
      person,
    })),
    ...named
      .slice(0, MAX_OFFERED)
      .map((person) => ({ to: `/u/${person.handle}`, label: person.displayName, person })),
    ...(isEmpty
      ? navFor(viewer)
      : [
          {
            to: `/search?q=${encodeURIComponent(typed.trim())}`,
            label: `Search for '${typed.trim()}'`,
            icon: Search,
          },
        ]),
  ]
}
