import { QueryClient } from '@tanstack/react-query'
import { api, nullWhenSignedOut } from '#client/live/http.ts'
import { onReset, onResync } from '#client/live/registry.ts'
import { mayRetry, retryDelay } from '#client/live/retried.ts'

const MINUTE = 60_000

/**
 * Schedules reads that are no live lists; records live in the domains' stores. The defaults are those of product
 * section 9. After an interruption the resync refetches, not the query client.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10 * MINUTE,
      gcTime: 30 * MINUTE,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      retry: mayRetry,
      retryDelay,
      // GET to the key's parts joined with '/'; null for visitors (product sections 7 and 8).
      queryFn: ({ queryKey, signal }) => nullWhenSignedOut(api.get(queryKey.join('/'), undefined, signal)),
    },
    // A write never waits in silence for the network: it fails, says so, and the person decides.
    mutations: { retry: false, networkMode: 'always' },
  },
})

onReset(() => queryClient.clear())

// What could not be fetched during an outage is fetched when it has ended, and what is not on screen when it is shown
// again (LIVE L78).
onResync('queries', async () => {
  await queryClient.invalidateQueries({ type: 'inactive', refetchType: 'none' })
  await queryClient.refetchQueries(
    { type: 'active', predicate: ({ state }) => state.status === 'error' },
    { throwOnError: true },
  )
})
