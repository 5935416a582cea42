import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { startLive } from '#client/live/start.ts'
import '#client/entities/viewer/viewer.live.ts'
import { queryClient } from './query-client.ts'

/** What every screen stands on: the scheduler of requests and the live connection. */
export const Providers = ({ children }: { children: ReactNode }) => {
  useEffect(startLive, [])
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
}
