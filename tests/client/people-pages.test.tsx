// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { UserListItem } from '#contract/people.ts'
import { MoreRows } from '#client/ui/MoreRows.tsx'
import { useFoundPeople } from '#client/features/posts/search/SearchPage.tsx'
import { resetStores } from '#client/live/registry.ts'
import { resync } from '#client/live/resync.ts'
import { answerCalls } from './support/fake-server.ts'
import { draw, find } from './support/screen.tsx'
import { eventually } from '#tests/support/eventually.ts'

const somebody = (at: number): UserListItem => ({
  id: String(at).padStart(24, '0'),
  handle: `crowd_${at}`,
  displayName: `Crowd ${at}`,
  avatarUrl: null,
  bio: '',
  isAdmin: false,
  isFollowing: false,
  rev: 1,
  cursor: `after-${at}`,
})
const pageFrom = (first: number, count = 20) => Array.from({ length: count }, (_, at) => somebody(first + at))

/** The page's requests of the search, by cursor. */
function serve(pages: Record<string, UserListItem[] | Response>): string[] {
  const asked: string[] = []
  answerCalls((_, path) => {
    const { searchParams } = new URL(path, 'http://house')
    const cursor = searchParams.get('cursor') ?? 'head'
    asked.push(`${searchParams.get('q')} ${cursor}`)
    return pages[cursor] ?? new Response('No.', { status: 400 })
  })
  return asked
}

const Search = () => {
  const { ids, next } = useFoundPeople('crowd')
  return (
    <div>
      <output>{ids.length}</output>
      <MoreRows {...next} />
    </div>
  )
}
const drawSearch = () => draw(<Search />)
const shows = (place: HTMLElement, count: number) =>
  eventually(() => expect(find(place, 'output').textContent).toBe(String(count)))

afterEach(() => {
  resetStores()
  vi.unstubAllGlobals()
})

describe('People found by a search', () => {
  it('are fetched twenty at a time, until a page is not full', async () => {
    const asked = serve({ head: pageFrom(0), 'after-19': pageFrom(20), 'after-39': pageFrom(40, 3) })
    const place = await drawSearch()
    await shows(place, 20)
    for (const count of [40, 43]) {
      find(place, 'button').click()
      await shows(place, count)
    }
    expect(place.querySelector('button')).toBeNull()
    expect(asked).toEqual(['crowd head', 'crowd after-19', 'crowd after-39'])
  })

  it('are listed once, even if they have moved to a later page meanwhile', async () => {
    serve({ head: pageFrom(0), 'after-19': [somebody(19), somebody(20)] })
    const place = await drawSearch()
    await shows(place, 20)
    find(place, 'button').click()
    await shows(place, 21)
  })

  it('stay when the next page fails, which can be retried', async () => {
    const pages: Record<string, UserListItem[] | Response> = { head: pageFrom(0) }
    serve(pages)
    const place = await drawSearch()
    await shows(place, 20)
    find(place, 'button').click()
    await eventually(() =>
      expect(find(place, '[role=alert]').textContent).toBe('Something went wrong. Please try again.'),
    )
    expect(find(place, 'output').textContent).toBe('20')
    pages['after-19'] = pageFrom(20, 1)
    find(place, 'button').click()
    await shows(place, 21)
  })

  it('[L7] are fetched again with a resync, all pages that were read', async () => {
    const pages: Record<string, UserListItem[] | Response> = {
      head: pageFrom(0),
      'after-19': pageFrom(20, 5),
    }
    serve(pages)
    const place = await drawSearch()
    await shows(place, 20)
    find(place, 'button').click()
    await shows(place, 25)
    pages['after-19'] = pageFrom(20, 4)
    await resync({ reason: 'wake', since: 0 })
    await shows(place, 24)
  })
})
