import { Search } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { LIMITS } from '#contract/limits.ts'
import { Input } from '#client/ui/Input.tsx'

/** The address of a search: a leading # searches for a hashtag (product section 2, Search). */
const addressOf = (words: string): string =>
  words.startsWith('#')
    ? `/search?tag=${encodeURIComponent(words.slice(1))}`
    : `/search?q=${encodeURIComponent(words)}`

/** Searches for people, posts or a #hashtag. A blank search does nothing. */
export const SearchBox = () => {
  const navigate = useNavigate()
  const search = (form: FormData) => {
    const asked = form.get('q')
    const words = typeof asked === 'string' ? asked.trim() : ''
    if (words.replace(/^#/, '') !== '') void navigate(addressOf(words))
  }
  return (
    <form action={search} role="search">
      <Input
        type="search"
        name="q"
        aria-label="Search"
        placeholder="Search Royal Flush"
        maxLength={LIMITS.searchQuery}
        lead={<Search />}
        autoComplete="off"
      />
    </form>
  )
}
