import { useEffect } from 'react'
import { articlesOf, type Archive } from '#client/features/blog/data/blog.lists.ts'
import { useList } from '#client/live/list/use-list.ts'
import { onLive } from '#client/live/registry.ts'

/** The articles of an archive on screen; read again when one is issued or deleted. */
export function useArticles(archive: Archive, q: string) {
  const list = useList(articlesOf(archive, q), { stays: true })
  const { ids, readAgain } = list
  useEffect(() => {
    const stops = [
      onLive('blog:updated', ({ decree }) => (ids.includes(decree.id) ? undefined : readAgain())),
      onLive('blog:deleted', ({ id }) => (ids.includes(id) ? readAgain() : undefined)),
    ]
    return () => stops.forEach((stop) => stop())
  }, [ids, readAgain])
  return list
}
