import type { ReactNode } from 'react'
import { useSuggestions } from '#client/features/people/data/suggestions/suggestions.store.ts'
import { PeopleSkeleton } from '#client/features/people/lists/PeopleSkeleton.tsx'
import { PersonRow } from '#client/features/people/lists/PersonRow.tsx'
import { Card } from '#client/ui/Card.tsx'

const TITLE = 'Who to follow'
const LOADING = 'Loading people to follow...'
const IN_COLUMN = 3

/**
 * The card of the right column, absent when there is nobody to follow. What stands `below` it comes once the
 * card's height is known, so that nothing moves.
 */
export const WhoToFollow = ({ below }: { below: ReactNode }) => {
  const { ids, mutual, failed } = useSuggestions()
  if (!ids && !failed)
    return (
      <Card title={TITLE} flush>
        <PeopleSkeleton label={LOADING} rows={IN_COLUMN} compact />
      </Card>
    )
  return (
    <>
      {ids && ids.length > 0 && (
        <Card title={TITLE} flush>
          <People ids={ids.slice(0, IN_COLUMN)} mutual={mutual} compact />
        </Card>
      )}
      {below}
    </>
  )
}

/** The whole list below a page's own content. Absent when there is nobody to follow. */
export const PeopleToFollow = () => {
  const { ids, mutual, failed } = useSuggestions()
  if (ids ? ids.length === 0 : failed) return null
  return (
    <section aria-label={TITLE}>
      <h2 className="border-b border-hairline px-4 pb-3 text-lg sm:px-5">{TITLE}</h2>
      {ids ? <People ids={ids} mutual={mutual} /> : <PeopleSkeleton label={LOADING} />}
    </section>
  )
}

interface PeopleProps {
  ids: readonly string[]
  mutual: (id: string) => number
  compact?: boolean
}

/** Suggested people as rows, each with the reason if there is one. */
export const People = ({ ids, mutual, compact }: PeopleProps) => (
  // The edge of the card is the last line there.
  <ul className={compact ? '[&>:last-child>*]:border-b-0' : undefined}>
    {ids.map((id) => (
      <li key={id}>
        <PersonRow id={id} compact={compact} note={reasonOf(mutual(id))} />
      </li>
    ))}
  </ul>
)

const reasonOf = (mutual: number): string | undefined =>
  mutual === 0 ? undefined : `Followed by ${mutual === 1 ? 'somebody' : `${mutual} people`} you follow`
