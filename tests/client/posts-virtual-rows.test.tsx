// @vitest-environment jsdom
import { act, useEffect, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import { NoObserver } from '#tests/support/no-observer.ts'
import { VirtualRows } from '#client/ui/VirtualRows.tsx'

afterEach(() => void vi.unstubAllGlobals())

const idsUpTo = (count: number) => Array.from({ length: count }, (_, at) => `row-${at}`)

it('a page that arrives before a hydrated list is virtual mounts no rows of its own in the flow', async () => {
  const mountedInFlow: string[] = []
  const Row = ({ id }: { id: string }) => {
    useEffect(() => {
      if (document.querySelector('.rf-rows-flow')) mountedInFlow.push(id)
    }, [id])
    return <p>{id}</p>
  }
  let setIds: (ids: string[]) => void = () => undefined
  const List = () => {
    const [ids, set] = useState(idsUpTo(3))
    setIds = set
    return (
      <VirtualRows
        listKey="test"
        ids={ids}
        role="list"
        label="Rows"
        guess={100}
        renderRow={(index) => <Row id={ids[index]!} />}
      />
    )
  }
  const app = (
    <MemoryRouter>
      <List />
    </MemoryRouter>
  )
  document.body.innerHTML = `<div id="root">${renderToString(app)}</div>`
  expect(document.querySelectorAll('.rf-rows-flow .rf-row')).toHaveLength(3)
  // jsdom lays nothing out. The list becomes virtual when the page is idle: here it never is by itself.
  vi.stubGlobal('ResizeObserver', NoObserver)
  vi.stubGlobal('requestIdleCallback', () => 0)
  vi.stubGlobal('cancelIdleCallback', () => undefined)
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const root = await act(() => hydrateRoot(document.getElementById('root')!, app))
  expect(mountedInFlow).toEqual(idsUpTo(3))
  act(() => setIds(['own-drop', ...idsUpTo(3)]))
  expect(mountedInFlow, 'what comes above is shown at once').toContain('own-drop')
  act(() => setIds(['own-drop', ...idsUpTo(23)]))
  expect(mountedInFlow).toHaveLength(4)
  expect(document.querySelector('.rf-rows-flow'), 'the list is virtual').toBeNull()
  act(() => root.unmount())
})
