import { Search } from 'lucide-react'
import { useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import { parseSearch } from '#contract/posts.search.ts'
import { LIMITS } from '#contract/limits.ts'
import { TITLES } from '#contract/site.page-titles.ts'
import { ListSkeleton } from '#client/features/posts/feed/ListStates.tsx'
import { PostList } from '#client/features/posts/feed/PostList.tsx'
import { SEARCH_FRESH, postsFound, postsTagged } from '#client/features/posts/data/post-sources.ts'
import { usePostList } from '#client/features/posts/feed/usePostList.ts'
import { peopleList } from '#client/features/people/data/users/people.lists.ts'
import { PeopleList } from '#client/features/people/lists/PeopleList.tsx'
import { PeopleSkeleton } from '#client/features/people/lists/PeopleSkeleton.tsx'
import { PersonRow } from '#client/features/people/lists/PersonRow.tsx'
import { usePeople } from '#client/features/people/lists/usePeople.ts'
import { fetchPeople } from '#client/features/people/data/users/users.actions.ts'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { Input } from '#client/ui/Input.tsx'
import { LinkTabs } from '#client/ui/LinkTabs.tsx'
import { MoreRows } from '#client/ui/MoreRows.tsx'
import { Segmented } from '#client/ui/Segmented.tsx'
import { TextLink } from '#client/ui/TextLink.tsx'
import { usePageTitle } from '#client/ui/page-title.ts'
import { SearchFilterFields } from './SearchFilters.tsx'
import { SearchStart } from './SearchStart.tsx'
import { TopPosts } from './TopPosts.tsx'
import { paramsOf, textOf } from './search-term.ts'
import type { SearchTerm } from './search-term.ts'
import { useSearchBox } from './useSearchBox.ts'
import './SearchPage.css'

/** /search: posts and people by words, or by #hashtag (product section 2, Search). */
export const SearchPage = () => {
  const { typed, setTyped, term, tab, isTop, searchNow } = useSearchBox()
  usePageTitle(term ? `${textOf(term)} - ${TITLES['/search']}` : TITLES['/search'])
  return (
    <>
      <h1 className="sr-only" tabIndex={-1}>
        Search
      </h1>
      <form role="search" action={searchNow} className="s-search-head">
        <Input
          type="search"
          aria-label="Search posts and people"
          placeholder="Search posts, people or #hashtags"
          autoComplete="off"
          maxLength={LIMITS.searchQuery}
          lead={<Search />}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <SearchFilterFields typed={typed} onType={setTyped} />
      </form>
      {term ? <Found key={textOf(term)} term={term} tab={tab} isTop={isTop} /> : <SearchStart />}
    </>
  )
}

interface ResultsProps {
  term: SearchTerm
  /** Null: none was chosen. */
  tab: 'posts' | 'users' | null
  /** Those with the most reactions instead of the newest. */
  isTop: boolean
}

const Found = (props: ResultsProps) => {
  const { kind, words } = props.term
  const fault = kind === 'words' ? parseSearch(words).fault : null
  return fault === null ? (
    <Results {...props} />
  ) : (
    <EmptyState mascot="jester" title="That filter is clogged">
      {fault}
    </EmptyState>
  )
}

const Results = ({ term, tab: chosen, isTop }: ResultsProps) => {
  const { kind, words } = term
  const source = useMemo(() => (kind === 'tag' ? postsTagged(words) : postsFound(words)), [kind, words])
  const posts = usePostList(source)
  const people = useFoundPeople(kind === 'words' ? nameIn(words) : words)
  if (posts.failed || people.failed) return <Failure />
  const hasMorePosts = posts.next.hasMore && !posts.isProbablyEnd
  const onlyPeople = !posts.loading && posts.ids.length === 0 && !hasMorePosts && people.ids.length > 0
  const showsPeople = kind === 'words' && chosen === null
  // Above the posts: they would move when the people come later.
  const isWaiting = showsPeople && people.loading
  const label = `Posts found for ${textOf(term)}`
  const tab = chosen ?? (onlyPeople ? 'users' : 'posts')
  const tabs = [
    {
      key: 'posts',
      label: `Posts (${posts.ids.length}${plus(hasMorePosts)})`,
      to: `?${paramsOf(term, 'posts', isTop ? 'top' : null)}`,
    },
    {
      key: 'users',
      label: `Users (${people.ids.length}${plus(people.next.hasMore)})`,
      to: `?${paramsOf(term, 'users')}`,
    },
  ]
  return (
    <>
      <LinkTabs tabs={tabs} current={tab} label="Results" fill />
      {tab === 'users' &&
        (people.loading ? <PeopleSkeleton label="Searching..." /> : <Users people={people} />)}
      {tab === 'posts' &&
        (isWaiting ? (
          <ListSkeleton label="Searching..." />
        ) : (
          <>
            {showsPeople && <FirstPeople people={people} term={term} />}
            {(isTop || posts.ids.length > 1) && <Order term={term} tab={chosen} isTop={isTop} />}
            {isTop ? (
              <TopPosts term={term} label={label} empty={<NoPosts />} />
            ) : (
              <PostList source={source} label={label} loading="Searching..." empty={<NoPosts />} />
            )}
          </>
        ))}
    </>
  )
}

/** What people are searched by: the words without the filters, or whose posts are wanted. */
function nameIn(text: string): string {
  const { words, filters } = parseSearch(text)
  return words || (filters.from ?? '')
}

const NoPosts = () => (
  <EmptyState mascot="jester" title="No posts found">
    Nobody has let that one out yet.
  </EmptyState>
)

const FIRST_PEOPLE = 3

/** The people that were found first, above the posts. */
const FirstPeople = ({ people: { ids }, term }: { people: FoundPeople; term: SearchTerm }) =>
  ids.length > 0 && (
    <section aria-label="People">
      {ids.slice(0, FIRST_PEOPLE).map((id) => (
        <PersonRow key={id} id={id} compact />
      ))}
      {ids.length > FIRST_PEOPLE && (
        <p className="border-b border-hairline px-4 py-3 sm:px-5">
          <TextLink to={`?${paramsOf(term, 'users')}`}>All people</TextLink>
        </p>
      )}
    </section>
  )

const ORDERS = [
  { value: 'newest', label: 'Newest' },
  { value: 'top', label: 'Most reacted' },
] as const

const Order = ({ term, tab, isTop }: ResultsProps) => {
  const navigate = useNavigate()
  return (
    <div className="border-b border-hairline px-4 py-2 sm:px-5">
      <Segmented
        label="Order of posts"
        options={ORDERS}
        value={isTop ? 'top' : 'newest'}
        onChange={(value) => void navigate(`?${paramsOf(term, tab, value)}`, { replace: true })}
      />
    </div>
  )
}

/** Follows a tab's count while more results exist (DECISIONS row 55). */
const plus = (more: boolean): string => (more ? '+' : '')

const Users = ({ people: { ids, next } }: { people: FoundPeople }) =>
  ids.length > 0 ? (
    <>
      <PeopleList listKey="people" ids={ids} label="People found" />
      <MoreRows {...next} />
    </>
  ) : (
    <EmptyState mascot="duke" title="No users found">
      Nobody by that name has ever sat here.
    </EmptyState>
  )

type FoundPeople = ReturnType<typeof useFoundPeople>

const Failure = () => (
  <ErrorState title="Search failed" onRetry={() => location.reload()}>
    Something went wrong while searching. Please try again.
  </ErrorState>
)

/** The people a search finds, 20 a page. */
export const useFoundPeople = (words: string) =>
  usePeople(
    peopleList(`found by ${words}`, (cursor, signal) => fetchPeople(words, cursor, signal), SEARCH_FRESH),
  )
