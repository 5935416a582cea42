import { Search } from 'lucide-react'
import { useId, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { LIMITS } from '#contract/limits.ts'
import { useKnownPeople, usePerson } from '#client/features/people/data/users/users.store.ts'
import { useNamedPeople } from '#client/features/people/lists/useNamedPeople.ts'
import { Avatar } from '#client/ui/Avatar.tsx'
import { Input } from '#client/ui/Input.tsx'
import { useHouseName } from '#client/ui/house-name.ts'

/** The address of a search: a leading # searches for a hashtag (product section 2, Search). */
const addressOf = (words: string): string =>
  /^[#＃]/.test(words)
    ? `/search?tag=${encodeURIComponent(words.slice(1))}`
    : `/search?q=${encodeURIComponent(words)}`

interface Offered {
  id: string
  handle: string
}

/** What is typed, the people who are offered for it, and which of them the arrow keys have chosen. */
function useOffers() {
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState(-1)
  const people = useOfferedPeople(isOpen ? typed.trim() : '')
  const isShown = isOpen && people.length > 0
  const close = () => setOpen(false)
  const leave = (to: string) => {
    close()
    setTyped('')
    void navigate(to)
  }
  const submit = () => {
    const person = isShown ? people[chosen] : undefined
    const words = typed.trim()
    if (person) leave(`/u/${person.handle}`)
    else if (words.replace(/^[#＃]/, '') !== '') leave(addressOf(words))
  }
  const type = (text: string) => {
    setTyped(text)
    setChosen(-1)
    setOpen(true)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Escape' && isShown) close()
    else if (step !== undefined && isShown) setChosen(around(chosen + step, people.length))
    else return
    event.preventDefault()
  }
  return { typed, type, people, isShown, chosen, close, leave, submit, onKeyDown }
}

/**
 * Searches for people, posts or a #hashtag. A blank search does nothing. While somebody types, people by that
 * name are offered below.
 */
export const SearchBox = () => {
  const listId = useId()
  const { typed, type, people, isShown, chosen, close, leave, submit, onKeyDown } = useOffers()
  return (
    <form action={submit} role="search" className="relative" onBlur={close}>
      <Input
        enterKeyHint="search"
        name="q"
        role="combobox"
        aria-label="Search"
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={isShown ? listId : undefined}
        aria-activedescendant={isShown && chosen >= 0 ? `${listId}-${chosen}` : undefined}
        placeholder={`Search ${useHouseName()}`}
        maxLength={LIMITS.searchQuery}
        lead={<Search />}
        autoComplete="off"
        value={typed}
        onChange={({ target }) => type(target.value)}
        onKeyDown={onKeyDown}
      />
      {isShown && <Offers listId={listId} people={people} chosen={chosen} onChoose={leave} />}
    </form>
  )
}

interface OffersProps {
  listId: string
  people: readonly Offered[]
  chosen: number
  onChoose: (to: string) => void
}

const Offers = ({ listId, people, chosen, onChoose }: OffersProps) => (
  <div
    id={listId}
    role="listbox"
    aria-label="People"
    className="absolute inset-x-0 top-full z-(--z-float) mt-1 overflow-hidden rounded-lg bg-raised py-1 shadow-float"
  >
    {people.map(({ id, handle }, place) => (
      <button
        key={id}
        type="button"
        id={`${listId}-${place}`}
        role="option"
        // The field keeps the focus; the arrow keys choose.
        tabIndex={-1}
        aria-selected={place === chosen}
        className="block w-full px-3 py-2 text-start hover:bg-wash-strong aria-selected:bg-wash-strong"
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => onChoose(`/u/${handle}`)}
      >
        <Person id={id} />
      </button>
    ))}
  </div>
)

/** -1 is the field itself. */
const around = (place: number, count: number): number =>
  place < -1 ? count - 1 : place >= count ? -1 : place

const Person = ({ id }: { id: string }) => {
  const person = usePerson(id)
  return (
    person && (
      <span className="flex items-center gap-3">
        <Avatar name={person.displayName} seed={person.handle} src={person.avatarUrl} size={32} />
        <span className="min-w-0 leading-5">
          <span dir="auto" className="one-line block font-semibold">
            {person.displayName}
          </span>
          <span className="one-line block text-sm text-ink-faint">@{person.handle}</span>
        </span>
      </span>
    )
  )
}

const OFFERED = 5
const NOBODY: readonly Offered[] = []
/** The first people by that name; nobody for a hashtag. */
function useOfferedPeople(typed: string): readonly Offered[] {
  const words = typed.startsWith('#') ? '' : typed
  const found = useNamedPeople(words).slice(0, OFFERED)
  const known = useKnownPeople(found.map(({ id }) => id))
  return words === '' ? NOBODY : found.filter(({ id }) => known.includes(id))
}
