import { Search } from 'lucide-react'
import { useMemo } from 'react'
import { LIMITS } from '#contract/limits.ts'
import { TITLES } from '#contract/site.page-titles.ts'
import { PostList } from '#client/features/posts/feed/PostList.tsx'
import { postsFound, postsTagged } from '#client/features/posts/data/post-sources.ts'
import { usePostCount } from '#client/features/posts/feed/usePostList.ts'
import { PeopleList } from '#client/features/people/lists/PeopleList.tsx'
import { PeopleSkeleton } from '#client/features/people/lists/PeopleSkeleton.tsx'
import { PeopleToFollow } from '#client/features/people/suggestions/SuggestedPeople.tsx'
import { useIsSignedIn } from '#client/features/account/data/viewer/viewer.store.ts'
import { fetchPeople } from '#client/features/people/data/users/users.actions.ts'
import { usePeoplePages } from '#client/features/people/lists/usePeoplePages.ts'
import { EmptyState } from '#client/ui/EmptyState.tsx'
import { ErrorState } from '#client/ui/ErrorState.tsx'
import { Input } from '#client/ui/Input.tsx'
import { LinkTabs } from '#client/ui/LinkTabs.tsx'
import { MoreRows } from '#client/ui/MoreRows.tsx'
import { usePageTitle } from '#client/ui/page-title.ts'
import { paramsOf, textOf } from './search-term.ts'
import type { SearchTerm } from './search-term.ts'
import { useSearchBox } from './useSearchBox.ts'
import './SearchPage.css'

/** /search: posts and people by words, or by #hashtag (product section 2, Search). */
export const SearchPage = () => {
  const { typed, setTyped, term, tab, searchNow } = useSearchBox()
  const signedIn = useIsSignedIn()
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
      </form>
      {term ? (
        <Results key={textOf(term)} term={term} tab={tab} />
      ) : (
        <>
          <EmptyState mascot="guard" title="Search for content">
            Nothing is too low to be looked for.
          </EmptyState>
          {signedIn && <PeopleToFollow />}
        </>
      )}
    </>
  )
}

const Results = ({ term, tab: chosen }: { term: SearchTerm; tab: 'posts' | 'users' | null }) => {
  const { kind, words } = term
  const source = useMemo(() => (kind === 'tag' ? postsTagged(words) : postsFound(words)), [kind, words])
  const posts = usePostCount(source)
  const people = useFoundPeople(words)
  if (posts.failed || (people.query.isError && !people.query.data)) return <Failure />
  const onlyPeople = posts.known && posts.count === 0 && !posts.more && people.ids.length > 0
  const tab = chosen ?? (onlyPeople ? 'users' : 'posts')
  const tabs = [
    {
      key: 'posts',
      label: `Posts (${posts.known ? posts.count : 0}${plus(posts.more)})`,
      to: `?${paramsOf(term, 'posts')}`,
    },
    {
      key: 'users',
      label: `Users (${people.ids.length}${plus(people.query.hasNextPage)})`,
      to: `?${paramsOf(term, 'users')}`,
    },
  ]
  return (
    <>
      <LinkTabs tabs={tabs} current={tab} label="Results" fill />
      {tab === 'users' &&
        (people.query.data ? <Users people={people} /> : <PeopleSkeleton label="Searching..." />)}
      {tab === 'posts' && (
        <PostList
          source={source}
          label={`Posts found for ${textOf(term)}`}
          loading="Searching..."
          empty={
            <EmptyState mascot="jester" title="No posts found">
              Nobody has let that one out yet.
            </EmptyState>
          }
        />
      )}
    </>
  )
}

/** Follows a tab's count while more results exist (DECISIONS row 55). */
const plus = (more: boolean): string => (more ? '+' : '')

const Users = ({ people: { ids, query } }: { people: ReturnType<typeof useFoundPeople> }) =>
  ids.length > 0 ? (
    <>
      <PeopleList listKey="people" ids={ids} label="People found" />
      <MoreRows query={query} />
    </>
  ) : (
    <EmptyState mascot="duke" title="No users found">
      Nobody by that name has ever sat here.
    </EmptyState>
  )

const Failure = () => (
  <ErrorState title="Search failed" onRetry={() => location.reload()}>
    Something went wrong while searching. Please try again.
  </ErrorState>
)

/** Search results are fresh for two minutes (product section 9). ms. */
const FRESH = 120_000

/** The people a search finds, 20 a page. */
export const useFoundPeople = (words: string) =>
  usePeoplePages({
    name: 'found people',
    of: words,
    fetchPage: (cursor, signal) => fetchPeople(words, cursor, signal),
    fresh: FRESH,
  })
