import { Search } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { LIMITS } from '#contract/limits.ts'
import { Input } from '#client/ui/Input.tsx'

/** Where a search leads: a leading # looks for a hashtag (product section 2, Search). */
const addressOf = (words: string): string =>
  words.startsWith('#')
    ? `/search?tag=${encodeURIComponent(words.slice(1))}`
    : `/search?q=${encodeURIComponent(words)}`

/** Asks for people, posts or a #hashtag; a blank search stays where it is. */
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
